import Expressions
import Reactive
import Values

/// Emitted failures
struct EmittedFailures {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    Publishers.Sequence<[Value], EvaluationError>(sequence: [1, 2, 0])
      .tryMap(CEL("10 / $0").value)
      .replaceError(with: -1)
      .setFailureType(to: EvaluationError.self)
      .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner2() -> AnyPublisher<Value, EvaluationError> {
    Publishers.Sequence<[Value], EvaluationError>(sequence: [["a": 1]])
      .delay(for: .seconds(1), scheduler: scheduler)
      .tryMap(CEL("$0.b").value)
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([inner(), inner2()]).eraseToAnyPublisher()
  }
}
