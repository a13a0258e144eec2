import Expressions
import Reactive
import Values

/// Emitted items of all kinds
struct EmittedItemsOfAllKinds {
  /// The clock of all streams.
  let scheduler: any Scheduler

  private let repetitionLimit: RepetitionLimit<EvaluationError>

  /// Creates a playback.
  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    repetitionLimit = RepetitionLimit(scheduler: scheduler) {
      EvaluationError(
        """
        time does not advance: more than 1000000 subscriptions at one instant without an event
        """
      )
    }
  }

  /// Emits a value, after a time if there is one.
  private func item(
    _ value: Value, after delay: Duration? = nil
  ) -> AnyPublisher<Value, EvaluationError> {
    let item = Just(value).setFailureType(to: EvaluationError.self)
    guard let delay else { return item.eraseToAnyPublisher() }
    return item.delay(for: delay, scheduler: scheduler).eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.seconds(1), "x")], end: .seconds(2), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.ConcatenateMany(
      [
        item(1),
        item(2)
          .delay(for: .seconds(1), scheduler: scheduler)
          .tryMap(CEL("$0 + 0.5").value)
          .eraseToAnyPublisher(),
        Publishers.MergeMany([item([1, [2]]), inner()]).eraseToAnyPublisher(),
        item(.null, after: .zero),
        item("l\"\\\né\u{200b}")
          .repeat(
            2,
            delays: [.seconds(1), .seconds(2)],
            scheduler: scheduler,
            limit: repetitionLimit
          )
          .eraseToAnyPublisher(),
      ]
    )
    .eraseToAnyPublisher()
  }
}
