import Expressions
import Reactive
import Values

/// Emitted late records
struct EmittedLateRecords {
  /// The clock of all streams.
  let scheduler: any Scheduler
  /// The records of the input 'meters'. Each is emitted at its time, `$0.t`.
  let meters: AnyPublisher<Value, EvaluationError>
  /// The parameter 'patience'.
  ///
  /// How the input 'meters' is read does not depend on it.
  var patience: Duration

  /// Receives the late records of the input 'meters', as `{"value", "lateBy"}`.
  let late: SideOutput<Value, EvaluationError>

  /// Creates a playback.
  init(
    scheduler: any Scheduler,
    meters: AnyPublisher<Value, EvaluationError>,
    patience: Duration = .seconds(10)
  ) {
    self.scheduler = scheduler
    self.meters = meters
    self.patience = patience
    late = SideOutput(scheduler: scheduler)
  }

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    meters
      .count()
      .map { Value.int(Int64($0)) }
      .feeding(late)
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany([inner(), late.eraseToAnyPublisher()]).opening(late).eraseToAnyPublisher()
  }
}
