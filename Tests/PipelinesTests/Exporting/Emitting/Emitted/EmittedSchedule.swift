import Expressions
import Reactive
import Values

/// Emitted schedule
struct EmittedSchedule {
  /// The clock of all streams. Its instants count from 1970.
  let scheduler: any Scheduler
  /// The parameter 'zone'.
  ///
  /// 'zone' is a constant, and does not depend on it.
  var zone: String = "Europe/Berlin"

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL.Schedule("30 6 * * 1-5", zone: "Europe/Berlin")
    return Publishers.Instants<EvaluationError>(scheduler: scheduler) { instant in
      part1.next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))
    }
    .map { instant in Value.timestamp(nanoseconds: instant.nanoseconds) }
    .prefix(7)
    .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner2() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL.Schedule("@monthly")
    return Publishers.Instants<EvaluationError>(scheduler: scheduler) { instant in
      part1.next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))
    }
    .map { instant in Value.timestamp(nanoseconds: instant.nanoseconds) }
    .prefix(1)
    .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([inner(), inner2()]).eraseToAnyPublisher()
  }
}
