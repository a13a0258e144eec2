import Expressions
import Reactive
import Values

/// Emitted parameters inside
struct EmittedParametersInside {
  /// The clock of all streams.
  let scheduler: any Scheduler

  /// The stream 'x'.
  func x(n: Int) -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(1), 2)],
      end: .seconds(2),
      on: scheduler
    )
    .tryMap(CEL("$0 * $n", ["n": .value(.int(Int64(n)))]).value)
    .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner(n: Int, outer: Value) -> AnyPublisher<Value, EvaluationError> {
    Deferred {
      Result(catching: CEL("[$outer, $n]", ["n": .value(.int(Int64(n)))], outer: outer).list)
        .publisher
        .flatMap { Publishers.Sequence<[Value], EvaluationError>(sequence: $0) }
    }
    .eraseToAnyPublisher()
  }

  /// The stream 'outerDef'.
  func outerDef(n: Int = 2) -> AnyPublisher<Value, EvaluationError> {
    x(n: n)
      .tryMap(CEL("[$0, $n]", ["n": .value(.int(Int64(n)))]).value)
      .flatMap { outer in inner(n: n, outer: outer) }
      .eraseToAnyPublisher()
  }

  /// The stream 'y'.
  func y() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([(.zero, 7)], end: .seconds(1), on: scheduler)
      .eraseToAnyPublisher()
  }

  /// The stream 'outerDef'.
  func outerDef2(n: Int = 2) -> AnyPublisher<Value, EvaluationError> {
    y()
      .tryMap(CEL("[$0, $n]", ["n": .value(.int(Int64(n)))]).value)
      .flatMap { outer in inner(n: n, outer: outer) }
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([outerDef(), outerDef(n: 5), outerDef2(n: 1)]).eraseToAnyPublisher()
  }
}
