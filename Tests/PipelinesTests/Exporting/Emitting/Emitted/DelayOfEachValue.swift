import Expressions
import Reactive
import Values

/// delay, of each value
///
/// Reminders, each at its own time; the stream completes after the last
struct DelayOfEachValue {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.zero, ["text": "tea", "in": "4s"]),
        (.seconds(1), ["text": "eggs", "in": 6]),
        (.seconds(2), ["text": "door", "in": 0.5]),
      ],
      end: .seconds(3),
      on: scheduler
    )
    .tryDelay(scheduler: scheduler, by: CEL("$0['in']").delay)
    .tryMap(CEL("$0.text").value)
    .eraseToAnyPublisher()
  }
}
