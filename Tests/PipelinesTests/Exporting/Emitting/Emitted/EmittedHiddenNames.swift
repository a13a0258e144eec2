import Expressions
import Reactive
import Values

/// Emitted hidden names
struct EmittedHiddenNames {
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

  /// The stream 'values'.
  func valuesValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 1)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'key'.
  func keyValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 2)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'outer'.
  func outerValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 3)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'scheduler'.
  func scheduler2() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 4)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'item'.
  func item2() -> AnyPublisher<Value, EvaluationError> {
    Publishers.ConcatenateMany([item(5)]).eraseToAnyPublisher()
  }

  /// The stream 'Value'.
  func valueValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 6)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'class'.
  func classValues() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 7)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream '1a'.
  func stream1a() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 8)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'été'.
  func t() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 0)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany(
      [
        valuesValues(), keyValues(), outerValues(), scheduler2(), item2(), valueValues(),
        classValues(), stream1a(), t(),
      ]
    )
    .groupBy(CEL.Key.init) { _, values in
      Publishers.ConcatenateMany([values.eraseToAnyPublisher(), valuesValues(), keyValues()])
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
