import Expressions
import Patterns
import Reactive
import Values

/// pattern
///
/// Three failed logins and then a successful one from the same address, within ten minutes
struct Pattern {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'logins'.
  func logins() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.zero, ["event": "failed", "ip": "10.0.0.7"]),
        (.seconds(180), ["event": "failed", "ip": "10.0.0.7"]),
        (.seconds(240), ["event": "ok", "ip": "10.0.0.9"]),
        (.seconds(360), ["event": "failed", "ip": "10.0.0.7"]),
        (.seconds(600), ["event": "ok", "ip": "10.0.0.7"]),
        (.seconds(720), ["event": "failed", "ip": "10.0.0.7"]),
        (.seconds(840), ["event": "failed", "ip": "10.0.0.7"]),
      ],
      end: .seconds(900),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0.event == 'ok' && $0.ip == $match.failed[0].ip", match: ["failed"])
    let part2 = String(
      """
      , which is the limit of 'pattern'; add 'within' or \"next\": \"afterEnd\", or put it into \
      'groupBy'
      """
    )
    return
      logins()
      .pattern(
        [
          .step(times: 3..., where: CEL("$0.event == 'failed'").condition),
          .step(
            whereMatch: { value, match throws(EvaluationError) in
              try part1.condition(value, match.previous, match: ["failed": .array(match.values[0])])
            }
          ),
        ],
        within: .seconds(660),
        scheduler: scheduler,
        limits: .init(failure: { EvaluationError($0 + part2) })
      )
      .map { match -> Value in
        ["failed": .array(match.values[0]), "ok": match.values[1].first ?? .null]
      }
      .tryMap(CEL("{'ip': $0.ok.ip, 'tries': $0.failed.size()}").value)
      .eraseToAnyPublisher()
  }
}
