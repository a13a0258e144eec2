// Combine's names, for operators that users write with times: 'delay: S.SchedulerTimeType.Stride'.

extension Scheduler {
  /// The type of an instant, by Combine's name.
  public typealias SchedulerTimeType = Instant
  /// There are no options, so that `options: S.SchedulerOptions? = nil` compiles.
  public typealias SchedulerOptions = Never

  /// Zero, because work is never coalesced to save power.
  public var minimumTolerance: SchedulerStride { .zero }

  /// Runs a closure once, at an instant or as soon as it has passed. The `tolerance` is ignored.
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
  /// The type of an instant, by Combine's name.
  public typealias SchedulerTimeType = Instant
}

extension Instant {
  /// The type of a distance between instants, by Combine's name.
  public typealias Stride = SchedulerStride

  /// Returns the instant a stride later.
  @_disfavoredOverload
  public func advanced(by stride: SchedulerStride) -> Instant {
    advanced(by: stride.duration)
  }
}
