import Expressions
import Reactive
import Values

/// Emitted nested groups
struct EmittedNestedGroups {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// A stream without a name.
  func inner(key: Value) -> AnyPublisher<Value, EvaluationError> {
    Deferred {
      Result(catching: CEL("[$key]", key: key).list)
        .publisher
        .flatMap { Publishers.Sequence<[Value], EvaluationError>(sequence: $0) }
    }
    .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner2(
    group: AnyPublisher<Value, EvaluationError>,
    key: Value
  ) -> AnyPublisher<Value, EvaluationError> {
    group.map { _ -> Value in key }.eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner3(
    group: AnyPublisher<Value, EvaluationError>,
    key: Value
  ) -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany(
      [
        group
          .groupBy(CEL.Key.init) { key, values -> AnyPublisher<Value, EvaluationError> in
            let part1 =
              values
              .count()
              .map { Value.int(Int64($0)) }
              .map { value -> Value in [key.value, value] }
              .eraseToAnyPublisher()
            return Publishers.ConcatenateMany([part1, inner(key: key.value)]).eraseToAnyPublisher()
          }
          .eraseToAnyPublisher(),
        group,
        inner2(group: group, key: key),
      ]
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [
        (.zero, "a"), (.seconds(1), "b"), (.seconds(2), "c"), (.seconds(3), "a"),
        (.seconds(4), "b"), (.seconds(5), "c"), (.seconds(6), "d"), (.seconds(7), "a"),
        (.seconds(8), "b"), (.seconds(9), "c"), (.seconds(10), "d"),
      ],
      end: .seconds(11),
      on: scheduler
    )
    .tryGroupBy(CEL("$0 < 'c'").key) { key, group in
      inner3(group: group.eraseToAnyPublisher(), key: key.value)
    }
    .eraseToAnyPublisher()
  }
}
