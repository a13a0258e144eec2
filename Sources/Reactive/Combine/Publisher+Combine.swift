// Combine's schedulers accept time spans that may be written as numbers of seconds, which is not
// possible with a `Duration`. So operators with a duration also accept a stride:
// `debounce(for: 0.3, scheduler: DispatchQueue.main)`.

extension Publisher {
  /// Like `delay(for:scheduler:)`, with a stride. The `tolerance` is ignored.
  @_disfavoredOverload
  public func delay(
    for interval: SchedulerStride, tolerance: SchedulerStride? = nil, scheduler: any Scheduler
  ) -> Publishers.Delay<Self> {
    delay(for: interval.duration, scheduler: scheduler)
  }

  /// Like `debounce(for:scheduler:atEnd:)`, with a stride.
  @_disfavoredOverload
  public func debounce(
    for dueTime: SchedulerStride, scheduler: any Scheduler
  ) -> Publishers.Debounce<Self> {
    debounce(for: dueTime.duration, scheduler: scheduler)
  }

  /// Like `throttle(for:scheduler:latest:trailing:)`, with a stride.
  @_disfavoredOverload
  public func throttle(
    for interval: SchedulerStride, scheduler: any Scheduler, latest: Bool
  ) -> Publishers.Throttle<Self> {
    throttle(for: interval.duration, scheduler: scheduler, latest: latest)
  }

  /// Like `timeout(_:scheduler:customError:)`, with a stride.
  @_disfavoredOverload
  public func timeout(
    _ interval: SchedulerStride, scheduler: any Scheduler, customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self> {
    timeout(interval.duration, scheduler: scheduler, customError: customError)
  }
}

extension Publishers.TimeGroupingStrategy {
  /// Like `byTime(_:_:)`, with a stride.
  @_disfavoredOverload
  public static func byTime(_ scheduler: any Scheduler, _ length: SchedulerStride) -> Self {
    .byTime(scheduler, length.duration)
  }

  /// Like `byTimeOrCount(_:_:_:)`, with a stride.
  @_disfavoredOverload
  public static func byTimeOrCount(
    _ scheduler: any Scheduler, _ length: SchedulerStride, _ count: Int
  ) -> Self {
    .byTimeOrCount(scheduler, length.duration, count)
  }
}
