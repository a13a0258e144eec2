import Expressions
import Joins
import Reactive
import Values

/// Emitted tolerance
struct EmittedTolerance {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'numbers'.
  func numbers() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 0), (.seconds(4), 2), (.seconds(6), 1)],
      end: .seconds(8),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// The stream 'pairs'.
  func pairs() -> AnyPublisher<Value, EvaluationError> {
    let part1 =
      numbers()
      .filter(CEL("2 / $0").delays)
      .tryDelay(scheduler: scheduler, by: CEL("2 / $0").delay)
      .filter(CEL("6 / $0").succeeds)
      .eraseToAnyPublisher()
    return Publishers.Join(
      upstream: part1,
      other: numbers().filter(CEL("6 / $0").succeeds).eraseToAnyPublisher(),
      before: .seconds(3),
      after: .seconds(3),
      kind: .inner,
      scheduler: scheduler,
      key: CEL("6 / $0").key,
      otherKey: CEL("6 / $0").key
    )
    .map { Value.array([$0, $1 ?? .null]) }
    .eraseToAnyPublisher()
  }

  /// The stream 'windows'.
  func windows() -> AnyPublisher<Value, EvaluationError> {
    numbers()
      .collectWindows(
        .init(
          startsWhen: CEL("$0 == 2").condition,
          endsWhen: CEL("6 / $0 == 3").condition,
          ignores: { _, _ in }
        ),
        scheduler: scheduler
      )
      .map { Value.array($0.values) }
      .eraseToAnyPublisher()
  }

  /// The stream 'results'.
  func results() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0 / $1")
    return
      numbers()
      .filter(CEL("6 / $0 > 1").holds)
      .compactMap(CEL("2 / ($0 - 1)").result)
      .scan((Value?.none, 7 as Value)) {
        (try? part1.value($0.1, $1)).map { (.some($0), $0) } ?? (nil, $0.1)
      }
      .compactMap { $0.0 }
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([pairs(), windows(), results()]).eraseToAnyPublisher()
  }
}
