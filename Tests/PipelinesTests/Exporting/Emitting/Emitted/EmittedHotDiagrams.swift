import Expressions
import Reactive
import Values

/// Emitted hot diagrams
struct EmittedHotDiagrams {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Runs from the start of a playback, whether or not there is a subscriber.
  private let hot = PassthroughSubject<Value, EvaluationError>()

  /// Runs from the start of a playback, whether or not there is a subscriber.
  private let hot2 = PassthroughSubject<Value, EvaluationError>()

  /// Starts the hot streams, and plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Deferred {
      let running = [
        TimedSequence<Value, EvaluationError>(
          [(.seconds(2), 1), (.seconds(4), 2), (.seconds(6), 3), (.seconds(8), 4)],
          end: .seconds(9),
          on: scheduler
        )
        .subscribe(hot),
        TimedSequence<Value, EvaluationError>(
          [(.seconds(1), "y"), (.seconds(3), "z")],
          end: .seconds(4),
          on: scheduler
        )
        .subscribe(hot2),
      ]
      return events().handleEvents(
        receiveCompletion: { _ in for events in running { events.cancel() } },
        receiveCancel: { for events in running { events.cancel() } })
    }
    .eraseToAnyPublisher()
  }

  /// The stream 'a'.
  func a() -> AnyPublisher<Value, EvaluationError> {
    hot.eraseToAnyPublisher()
  }

  /// The stream 'b'.
  func b() -> AnyPublisher<Value, EvaluationError> {
    hot2.eraseToAnyPublisher()
  }

  /// Plays the stream.
  func events() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany(
      [a(), b(), a(), b().delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()]
    )
    .eraseToAnyPublisher()
  }
}
