// Combine's schedulers accept spans of time that may be written as numbers of seconds, which a
// `Duration` may not. So operators with a duration also accept a stride: `debounce(for: 0.3,
// scheduler: DispatchQueue.main)`.

extension Publisher {
  /// As `delay(for:scheduler:)`. The `tolerance` is ignored.
  @_disfavoredOverload
  public func delay(
    for interval: SchedulerStride, tolerance: SchedulerStride? = nil, scheduler: any Scheduler
  ) -> Publishers.Delay<Self> {
    delay(for: interval.duration, scheduler: scheduler)
  }

  /// As `debounce(for:scheduler:atEnd:)`.
  @_disfavoredOverload
  public func debounce(
    for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Publishers.Debounce<Self> {
    debounce(for: dueTime.duration, scheduler: scheduler)
  }

  /// As `throttle(for:scheduler:latest:trailing:)`.
  @_disfavoredOverload
  public func throttle(
    for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Publishers.Throttle<Self> {
    throttle(for: interval.duration, scheduler: scheduler, latest: latest)
  }

  /// As `timeout(_:scheduler:customError:)`.
  @_disfavoredOverload
  public func timeout(
    _ interval: SchedulerStride, scheduler: any Scheduler, customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self> {
    timeout(interval.duration, scheduler: scheduler, customError: customError)
  }
}

extension Publishers.TimeGroupingStrategy {
  /// As `byTime(_:_:)`.
  @_disfavoredOverload
  public static func byTime(_ scheduler: any Scheduler, _ length: SchedulerStride) -> Self {
    .byTime(scheduler, length.duration)
  }

  /// As `byTimeOrCount(_:_:_:)`.
  @_disfavoredOverload
  public static func byTimeOrCount(
    _ scheduler: any Scheduler, _ length: SchedulerStride, _ count: Int
  ) -> Self {
    .byTimeOrCount(scheduler, length.duration, count)
  }
}
