import Expressions
import Reactive
import Values

/// Odd numbers doubled, beside letters
struct OddNumbersDoubledBesideLetters {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// Emits a value, after a time if there is one.
  private func item(
    _ value: Value, after delay: Duration? = nil
  ) -> AnyPublisher<Value, EvaluationError> {
    let item = Just(value).setFailureType(to: EvaluationError.self)
    guard let delay else { return item.eraseToAnyPublisher() }
    return item.delay(for: delay, scheduler: scheduler).eraseToAnyPublisher()
  }

  /// Serial Stream A
  ///
  /// 1 to 4, one a second
  func serialA() -> AnyPublisher<Value, EvaluationError> {
    Publishers.ConcatenateMany(
      [
        item(1, after: .seconds(1)), item(2, after: .seconds(1)), item(3, after: .seconds(1)),
        item(4, after: .seconds(1)),
      ]
    )
    .eraseToAnyPublisher()
  }

  /// The stream 'doubled'.
  func doubled() -> AnyPublisher<Value, EvaluationError> {
    serialA()
      .tryFilter(CEL("$0 % 2 == 1").condition)
      .tryMap(CEL("$0 * 2").value)
      .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.seconds(2), "A"), (.seconds(5), "B")],
      end: .seconds(6),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([doubled(), inner()]).eraseToAnyPublisher()
  }
}
