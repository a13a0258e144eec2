import Expressions
import Reactive
import Values

/// rateLimit, with delays
///
/// One request every two seconds; the others wait for their turn, and the end for them
struct RateLimitWithDelays {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, "a"), (.seconds(1), "b"), (.seconds(2), "c"), (.seconds(6), "d")],
      end: .seconds(7),
      on: scheduler
    )
    .rateLimit(
      1,
      per: .seconds(2),
      scheduler: scheduler,
      overflow: .delay(
        atMost: 1_000_000,
        whenFull: { EvaluationError("the rate limit: more than 1000000 values wait") }
      )
    )
    .eraseToAnyPublisher()
  }
}
