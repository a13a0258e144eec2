import Expressions
import Reactive
import StreamModels
import Values

extension CronSchedule {
  /// Returns a stream of the instants of the schedule, as strings. Beside inputs, it ends with
  /// these. It may begin with the last instant before it.
  func instants(at place: StagePlace, isInitial: Bool) -> Chain.Values {
    let instants = instants(at: place)
    guard isInitial else { return instants }
    return Deferred {
      let last = self.last(upTo: place.scheduler.now.nanoseconds)
      return instants.prepend(last.map { [Value.timestamp(nanoseconds: $0)] } ?? [])
    }.eraseToAnyPublisher()
  }

  private func instants(at place: StagePlace) -> Chain.Values {
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

  /// Returns the last instant up to a time, in nanoseconds; nil if there is none for thirty years.
  func last(upTo time: Int64) -> Int64? {
    var span: Int64 = 60_000_000_000
    while span < 1_000_000_000_000_000_000 {
      let (start, overflow) = time.subtractingReportingOverflow(span)
      guard !overflow else { return nil }
      var last: Int64?
      while let instant = next(after: last ?? start), instant <= time { last = instant }
      if let last { return last }
      span *= 4
    }
    return nil
  }
}
