import Composable
public import Reactive

extension Effect {
  /// Lets the effect be cancelled by an id, which belongs to the reducer that makes it: to another
  /// child, or its parent, the same id means another effect.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(base.cancellable(id: id, cancelInFlight: cancelInFlight))
  }

  /// Lets the effect be cancelled by a type in the place of an id.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Effect {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Cancels the effects with an id, and finishes.
  public static func cancel(id: some Hashable) -> Effect { Effect(.cancel(id: id)) }

  /// Cancels the effects with a type in the place of an id, and finishes.
  public static func cancel(id: Any.Type) -> Effect { cancel(id: ObjectIdentifier(id)) }

  /// Cancels the effects with any of some ids, and finishes.
  public static func cancel(ids: some Sequence<some Hashable>) -> Effect {
    Effect(.cancel(ids: ids))
  }

  /// Starts the effect when so much time has passed without another with the same id.
  public func debounce(
    id: some Hashable, for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Effect {
    Effect(base.debounce(id: id, for: dueTime.duration, scheduler: scheduler))
  }

  /// Starts the effect when so much time has passed without another with the same type in the place of
  /// an id.
  public func debounce(
    id: Any.Type, for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Effect {
    debounce(id: ObjectIdentifier(id), for: dueTime, scheduler: scheduler)
  }

  /// Gives at most one value an interval of what effects with this id give: the first at once, and at
  /// the interval's end the latest or the first of those that came within it.
  public func throttle(
    id: some Hashable, for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Effect {
    Effect(
      base.throttle(id: id, for: interval.duration, scheduler: scheduler, latest: latest))
  }

  /// The same with a type in the place of an id.
  public func throttle(
    id: Any.Type, for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Effect {
    throttle(id: ObjectIdentifier(id), for: interval, scheduler: scheduler, latest: latest)
  }

  /// Starts the effect so much later.
  public func deferred(for dueTime: SchedulerStride, scheduler: any Scheduler) -> Effect {
    let wait = Composable.Effect<Result<Output, Failure>>.calling { _, finish in
      let handle = scheduler.schedule(after: dueTime.duration) { finish() }
      return { handle.cancel() }
    }
    return Effect(wait.concatenate(with: base))
  }
}

extension Effect where Output == Instant, Failure == Never {
  /// Gives the instant each time an interval has passed, until it is cancelled by a type in the place
  /// of an id.
  public static func timer(
    id: Any.Type, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    on scheduler: any Scheduler
  ) -> Effect {
    timer(id: ObjectIdentifier(id), every: interval, on: scheduler)
  }

  /// Gives the instant each time an interval has passed, until it is cancelled by its id.
  public static func timer(
    id: some Hashable, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    on scheduler: any Scheduler
  ) -> Effect {
    Effect(forStore: .timer(id: id, every: interval.duration, on: scheduler))
  }
}
