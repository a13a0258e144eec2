// Combine's names, for custom operators that take times: 'delay: S.SchedulerTimeType.Stride'.

extension Scheduler {
  /// The type of an instant, under its name in Combine.
  public typealias SchedulerTimeType = Instant
  /// There are no options. The type exists so that `options: S.SchedulerOptions? = nil` compiles.
  public typealias SchedulerOptions = Never

  /// Zero, because work is never coalesced to save power.
  public var minimumTolerance: SchedulerStride { .zero }

  /// Runs a closure once, at an instant or as soon as that has passed. The `tolerance` is ignored.
  @_disfavoredOverload
  public func schedule(
    after date: Instant, tolerance: SchedulerStride? = nil, _ action: @escaping () -> Void
  ) {
    let booking = book { _ in
      action()
      return .never
    }
    enqueue(booking, at: takeTicket(due: max(date, now)))
  }

  /// Runs a closure at an instant and then every `interval`, until it is cancelled.
  @_disfavoredOverload
  public func schedule(
    after date: Instant, interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: now.duration(to: max(date, now)), interval: interval.duration, action)
  }
}

extension MainQueueScheduling {
  /// The type of an instant, under its name in Combine.
  public typealias SchedulerTimeType = Instant
}

extension Instant {
  /// The type of a distance between instants, under its name in Combine.
  public typealias Stride = SchedulerStride

  /// Returns the instant a stride later.
  @_disfavoredOverload
  public func advanced(by stride: SchedulerStride) -> Instant {
    advanced(by: stride.duration)
  }
}
