import Expressions
import Reactive
import Values

/// materialize
///
/// A failure as a value among others
struct Materialize {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 2)],
      end: .seconds(4),
      completion: .failure(EvaluationError("connection lost")),
      on: scheduler
    )
    .materialize()
    .map { signal -> Value in
      switch signal {
      case .value(let value): ["value": value]
      case .finished: ["completion": "finished"]
      case .failure(let failure):
        ["completion": "failure", "error": .string(Text(failure.message))]
      }
    }
    .setFailureType(to: EvaluationError.self)
    .eraseToAnyPublisher()
  }
}
