import Composable
public import Reactive

extension Effect {
  /// Makes the effect cancellable by an id. The id belongs to the reducer that returns the effect:
  /// in another child, or in the parent, the same id identifies a different effect.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(base.cancellable(id: id, cancelInFlight: cancelInFlight))
  }

  /// Makes the effect cancellable by a type instead of an id.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Effect {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Cancels the effects with an id, and completes.
  public static func cancel(id: some Hashable) -> Effect { Effect(.cancel(id: id)) }

  /// Cancels the effects with a type as their id, and completes.
  public static func cancel(id: Any.Type) -> Effect { cancel(id: ObjectIdentifier(id)) }

  /// Cancels the effects with any of several ids, and completes.
  public static func cancel(ids: some Sequence<some Hashable>) -> Effect {
    Effect(.cancel(ids: ids))
  }

  /// Starts the effect once `dueTime` has passed without another effect with the same id.
  public func debounce(
    id: some Hashable, for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Effect {
    Effect(base.debounce(id: id, for: dueTime.duration, scheduler: scheduler))
  }

  /// Starts the effect once `dueTime` has passed without another effect with the same type as its
  /// id.
  public func debounce(
    id: Any.Type, for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Effect {
    debounce(id: ObjectIdentifier(id), for: dueTime, scheduler: scheduler)
  }

  /// Limits the values of effects with this id to one per interval: the first one is emitted at
  /// once, and at the end of the interval the latest or the first of those that arrived within it.
  public func throttle(
    id: some Hashable, for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Effect {
    Effect(
      base.throttle(id: id, for: interval.duration, scheduler: scheduler, latest: latest))
  }

  /// Does the same with a type as the id.
  public func throttle(
    id: Any.Type, for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Effect {
    throttle(id: ObjectIdentifier(id), for: interval, scheduler: scheduler, latest: latest)
  }

  /// Starts the effect after a delay.
  public func deferred(for dueTime: SchedulerStride, scheduler: any Scheduler) -> Effect {
    let wait = Composable.Effect<Result<Output, Failure>>.calling { _, finish in
      let handle = scheduler.schedule(after: dueTime.duration) { finish() }
      return { handle.cancel() }
    }
    return Effect(wait.concatenate(with: base))
  }
}

extension Effect where Output == Instant, Failure == Never {
  /// Emits the instant each time an interval has passed, until it is cancelled by the type that
  /// serves as its id.
  public static func timer(
    id: Any.Type, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    on scheduler: any Scheduler
  ) -> Effect {
    timer(id: ObjectIdentifier(id), every: interval, on: scheduler)
  }

  /// Emits the instant each time an interval has passed, until it is cancelled by its id.
  public static func timer(
    id: some Hashable, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    on scheduler: any Scheduler
  ) -> Effect {
    Effect(forStore: .timer(id: id, every: interval.duration, on: scheduler))
  }
}
