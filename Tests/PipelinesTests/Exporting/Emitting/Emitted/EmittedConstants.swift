import Expressions
import Reactive
import Values

/// Emitted constants
struct EmittedConstants {
  /// The clock of all streams.
  let scheduler: any Scheduler
  /// The parameter 'whole'.
  var whole: Int = 2
  /// The parameter 'half'.
  ///
  /// 'seconds' of 'delay' is a constant, and does not depend on it.
  var half: Value = 0.5
  /// Whether all values come.
  var kind: String = "left"
  /// The parameter 'frame'.
  ///
  /// 'frame' is a constant, and does not depend on it.
  var frame: Duration = .seconds(1)
  /// The parameter 'many'.
  ///
  /// 'count' of 'prefix' is a constant, and does not depend on it.
  var many: Value = 3

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, "x")], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The operator 'quiet'.
  ///
  /// The parameter 'kind': 'kind' of 'withLatestFrom' is a constant, and does not depend on it.
  func quiet(
    _ upstream: AnyPublisher<Value, EvaluationError>,
    seconds: Int = 0,
    n: Value = .null,
    kind2: String = "inner"
  ) -> AnyPublisher<Value, EvaluationError> {
    Publishers.WithLatestFromByKey(
      upstream:
        upstream
        .debounce(for: .seconds(seconds), scheduler: scheduler)
        .eraseToAnyPublisher(),
      other: inner(),
      key: { _ throws(EvaluationError) in 0 },
      otherKey: { _ throws(EvaluationError) in 0 },
      kind: .left
    )
    .map { Value.array([$0, $1 ?? .null]) }
    .tryMap(CEL("[$0, $n]", ["n": .value(n)]).value)
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    let part1 = TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 2), (.seconds(6), 3), (.seconds(11), 4)],
      end: .seconds(12),
      on: scheduler
    )
    .debounce(for: .seconds(whole), scheduler: scheduler)
    .delay(for: .milliseconds(500), scheduler: scheduler)
    .prefix(3)
    .eraseToAnyPublisher()
    return quiet(part1, seconds: whole, n: .int(Int64(whole)), kind2: kind)
  }
}
