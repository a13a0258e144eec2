import Expressions
import Reactive
import Values

/// Emitted operator twice
struct EmittedOperatorTwice {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The operator 'later'.
  func later(
    _ upstream: AnyPublisher<Value, EvaluationError>,
    by: Int = 1,
    n: Int = 1
  ) -> AnyPublisher<Value, EvaluationError> {
    upstream
      .delay(for: .seconds(by), scheduler: scheduler)
      .dropFirst(n)
      .eraseToAnyPublisher()
  }

  /// The stream 'late'.
  func late(by2: Int = 0) -> AnyPublisher<Value, EvaluationError> {
    later(
      TimedSequence<Value, EvaluationError>([(.seconds(1), 1)], end: .seconds(3), on: scheduler)
        .eraseToAnyPublisher(),
      by: by2,
      n: 0
    )
  }

  /// The operator 'later'.
  func later2(
    _ upstream: AnyPublisher<Value, EvaluationError>,
    by: Duration = .seconds(1),
    n: Int = 1
  ) -> AnyPublisher<Value, EvaluationError> {
    upstream
      .delay(for: by, scheduler: scheduler)
      .dropFirst(n)
      .eraseToAnyPublisher()
  }

  /// The stream 'late'.
  func late2(by2: Duration = .zero) -> AnyPublisher<Value, EvaluationError> {
    later2(
      TimedSequence<Value, EvaluationError>([(.seconds(1), 1)], end: .seconds(3), on: scheduler)
        .eraseToAnyPublisher(),
      by: by2,
      n: 0
    )
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([late(by2: 2), late(), later(late2(by2: .seconds(3)))])
      .eraseToAnyPublisher()
  }
}
