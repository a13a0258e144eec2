// These are the compiler's messages for using a queue, a run loop or an operation queue other than
// the main one as a scheduler. Without these declarations it would report only that the type does
// not conform to 'Scheduler'.

@available(
  *, unavailable,
  message: """
    only the main queue ('DispatchQueue.main', 'RunLoop.main', 'OperationQueue.main') is a \
    scheduler, because a run stays in the isolation that made it; do work on other threads in an \
    asynchronous sequence, and subscribe to its 'publisher()'
    """
)
extension Publisher {
  public func receive(on queue: some MainQueueScheduling) -> Publishers.ReceiveOn<Self> {
    notHere()
  }

  public func subscribe(on queue: some MainQueueScheduling) -> Publishers.SubscribeOn<Self> {
    notHere()
  }

  public func delay(
    for interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    scheduler: some MainQueueScheduling
  ) -> Publishers.Delay<Self> { notHere() }

  public func debounce(
    for dueTime: SchedulerStride, scheduler: some MainQueueScheduling
  ) -> Publishers.Debounce<Self> { notHere() }

  public func throttle(
    for interval: SchedulerStride, scheduler: some MainQueueScheduling, latest: Bool
  ) -> Publishers.Throttle<Self> { notHere() }

  public func timeout(
    _ interval: SchedulerStride, scheduler: some MainQueueScheduling,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self> { notHere() }

  public func measureInterval(
    using scheduler: some MainQueueScheduling
  ) -> Publishers.MeasureInterval<Self> { notHere() }
}

private func notHere() -> Never {
  preconditionFailure("a queue in the place of a scheduler")
}
