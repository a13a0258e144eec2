import Expressions
import Reactive
import Values

/// retry
///
/// A request that is tried again after one second, then after two, and then fails
struct Retry {
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

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [],
      end: .seconds(1),
      completion: .failure(EvaluationError("no answer")),
      on: scheduler
    )
    .retry(2, delays: [.seconds(1), .seconds(2)], scheduler: scheduler, limit: repetitionLimit)
    .eraseToAnyPublisher()
  }
}
