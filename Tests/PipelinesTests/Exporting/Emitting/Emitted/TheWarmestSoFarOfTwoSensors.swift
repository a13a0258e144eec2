import Expressions
import Reactive
import Values

/// The warmest so far, of two sensors
///
/// Two thermometers report at their own pace; a fan starts when a new maximum is above 30 degrees
struct TheWarmestSoFarOfTwoSensors {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'kitchen'.
  func kitchen() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 21.5), (.seconds(120), 24.0), (.seconds(300), 31.25)],
      end: .seconds(540),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// The stream 'attic'.
  func attic() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.seconds(60), 27.0), (.seconds(180), 30.5), (.seconds(360), 29.0)],
      end: .seconds(420),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([kitchen(), attic()])
      .tryScan(
        ["max": 0.0, "isNew": false],
        CEL(
          """
          $1 > $0.max ? {'max': $1, 'isNew': true} : {'max': $0.max, 'isNew': false}
          """
        ).value
      )
      .tryFilter(CEL("$0.isNew && $0.max > 30.0").condition)
      .tryMap(
        CEL(
          "{'fan': 'on', 'degrees': $0.max, 'minute': int($time / 60.0)}",
          now: { scheduler.now.nanoseconds }
        ).value
      )
      .eraseToAnyPublisher()
  }
}
