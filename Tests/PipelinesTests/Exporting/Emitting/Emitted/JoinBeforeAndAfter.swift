import Expressions
import Joins
import Reactive
import Values

/// join, before and after
///
/// Each opening of a door with the alarms at most one second before it, or less than two after it
struct JoinBeforeAndAfter {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'alarms'.
  func alarms() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.seconds(1), "x"), (.seconds(5), "y"), (.seconds(6), "z")],
      end: .seconds(8),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.Join(
      upstream: TimedSequence<Value, EvaluationError>(
        [(.seconds(2), "a"), (.seconds(4), "b")],
        end: .seconds(9),
        on: scheduler
      )
      .eraseToAnyPublisher(),
      other: alarms(),
      before: .seconds(1),
      after: .seconds(2),
      kind: .inner,
      scheduler: scheduler,
      key: { _ throws(EvaluationError) in 0 },
      otherKey: { _ throws(EvaluationError) in 0 }
    )
    .map { Value.array([$0, $1 ?? .null]) }
    .eraseToAnyPublisher()
  }
}
