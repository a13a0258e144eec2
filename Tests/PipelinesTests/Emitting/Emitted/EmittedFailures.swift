import Expressions
import Reactive
import Values

/// Emitted failures
struct EmittedFailures {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany(
      [
        Publishers.Sequence<[Value], EvaluationError>(sequence: [1, 2, 0])
          .tryMap(CEL("10 / $0").value)
          .replaceError(with: -1)
          .setFailureType(to: EvaluationError.self)
          .eraseToAnyPublisher(),
        Publishers.Sequence<[Value], EvaluationError>(sequence: [["a": 1]])
          .delay(for: .seconds(1), scheduler: scheduler)
          .tryMap(CEL("$0.b").value)
          .eraseToAnyPublisher(),
      ]
    )
    .eraseToAnyPublisher()
  }
}
