import Expressions
import Reactive
import StreamModels
import Values

extension CronSchedule {
  /// Returns a stream of the instants of the schedule, as strings. Beside inputs, it ends with
  /// these.
  func instants(at place: StagePlace) -> Chain.Values {
    let instants = Publishers.Instants<StreamFailure>(
      scheduler: place.scheduler, isIdle: place.playing.inputs?.areHeldOpen ?? false
    ) { instant in
      next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))
    }
    let values = instants.map { Value.timestamp(nanoseconds: $0.nanoseconds) }
    guard let inputs = place.playing.inputs else { return values.eraseToAnyPublisher() }
    return values.prefix(untilOutputFrom: InputsEnd(session: inputs, scheduler: place.scheduler))
      .eraseToAnyPublisher()
  }
}
