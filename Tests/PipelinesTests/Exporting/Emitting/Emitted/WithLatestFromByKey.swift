import Expressions
import Reactive
import Values

/// withLatestFrom, by key
///
/// Each order with the latest price of its article, and null where there is none yet
struct WithLatestFromByKey {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.seconds(1), ["name": "tea", "price": 4]),
        (.seconds(3), ["name": "milk", "price": 1]),
        (.seconds(5), ["name": "tea", "price": 5]),
      ],
      end: .seconds(6),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.WithLatestFromByKey(
      upstream: TimedSequence<Value, EvaluationError>(
        [
          (.zero, ["article": "tea", "count": 2]),
          (.seconds(2), ["article": "tea", "count": 3]),
          (.seconds(4), ["article": "milk", "count": 1]),
          (.seconds(6), ["article": "tea", "count": 1]),
        ],
        end: .seconds(7),
        on: scheduler
      )
      .eraseToAnyPublisher(),
      other: inner(),
      key: CEL("$0.article").key,
      otherKey: CEL("$0.name").key,
      kind: .left
    )
    .map { Value.array([$0, $1 ?? .null]) }
    .tryMap(CEL("[$0[0].article, $0[1] == null ? null : $0[0].count * $0[1].price]").value)
    .eraseToAnyPublisher()
  }
}
