import Expressions
import Reactive
import Values

/// Emitted outer values
struct EmittedOuterValues {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'inner'.
  func inner(outer: Value) -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, "a"), (.seconds(2), "b")],
      end: .seconds(3),
      on: scheduler
    )
    .tryMap(CEL("$outer + $outer", outer: outer).value)
    .eraseToAnyPublisher()
  }

  /// The stream 'err'.
  func err(error: String) -> AnyPublisher<Value, EvaluationError> {
    Deferred {
      Result(catching: CEL("[$error, 1]", error: error).list)
        .publisher
        .flatMap { Publishers.Sequence<[Value], EvaluationError>(sequence: $0) }
    }
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 2)],
      end: .seconds(7),
      completion: .failure(EvaluationError("it broke")),
      on: scheduler
    )
    .flatMap { outer in inner(outer: outer) }
    .tryMap(CEL("[$0, $time]", now: { scheduler.now.nanoseconds }).value)
    .catch { failure in err(error: failure.message) }
    .eraseToAnyPublisher()
  }
}
