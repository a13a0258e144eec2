import Expressions
import Reactive
import Values

/// Emitted own operator
struct EmittedOwnOperator {
  /// The clock of all streams.
  let scheduler: any Scheduler
  /// The parameter 'limit'.
  var limit: Value = 0.5
  /// The parameter 'hold'.
  var hold: Duration = .seconds(600)

  /// The stream 'latency'.
  func latency() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.zero, ["job": "A", "s": 0.6]),
        (.seconds(240), ["job": "A", "s": 0.7]),
        (.seconds(300), ["job": "B", "s": 0.9]),
        (.seconds(480), ["job": "B", "s": 0.2]),
        (.seconds(720), ["job": "A", "s": 0.4]),
        (.seconds(840), ["job": "A", "s": 0.8]),
        (.seconds(1200), ["job": "A", "s": 0.3]),
      ],
      end: .seconds(1800),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// The operator 'alert'.
  func alert(
    _ upstream: AnyPublisher<Value, EvaluationError>,
    after: Duration = .zero,
    keep: Duration = .zero
  ) -> AnyPublisher<Value, EvaluationError> {
    upstream
      .tryGroupBy(CEL("$by", ["by": .expression("$0.job")]).key) { _, values in
        values
          .trySustained(
            for: after,
            release: keep,
            scheduler: scheduler,
            where: CEL(
              "$when",
              ["when": .expression("$0.s > $limit", ["limit": .value(limit)])]
            ).condition
          )
          .map { Value.array([.bool($0.isSustained), $0.value]) }
          .tryMap(
            CEL(
              "{'job': $by($0[1]), 'firing': $0[0], 's': $0[1].s}",
              ["by": .expression("$0.job")]
            ).value
          )
          .eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    alert(latency(), after: hold, keep: .seconds(300))
  }
}
