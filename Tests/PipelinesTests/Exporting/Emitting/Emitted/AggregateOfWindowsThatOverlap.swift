import Expressions
import Reactive
import Values

/// aggregate of windows that overlap
///
/// The greatest value of the last ten seconds, every five seconds, with the bounds of each window
struct AggregateOfWindowsThatOverlap {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'values'.
  func valuesValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.seconds(1), 3), (.seconds(6), 9), (.seconds(12), 4)],
      end: .seconds(12),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0")
    let part2 = CEL(
      """
      {'n': $0.size(), 'most': cel.bind(l, $0.map(v, v[1][0]), l.size() < 1 ? null : l.max())}
      """
    )
    return
      valuesValues()
      .tryMap { value throws(EvaluationError) -> Value in
        [
          [true],
          [try part1.value(value)],
          [value],
        ]
      }
      .collectAligned(length: .seconds(10), every: .seconds(5), scheduler: scheduler)
      .tryMap { window throws(EvaluationError) -> Value in
        [
          "start": .seconds(Instant.zero.duration(to: window.start)),
          "end": .seconds(Instant.zero.duration(to: window.end)),
          "closedBy": .string(Text(window.closing.rawValue)),
          "values": try part2.value(.array(window.values)),
        ]
      }
      .eraseToAnyPublisher()
  }
}
