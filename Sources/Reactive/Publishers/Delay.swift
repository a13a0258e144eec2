extension Publisher {
  /// Delays every value, and the completion or failure, by `interval`.
  ///
  ///     a-b-|
  ///     delay(for: .seconds(2), scheduler: scheduler)
  ///     --a-b-|
  ///
  /// A delayed value is scheduled when it arrives, even with an interval of zero. All pending
  /// values together occupy one entry in the scheduler's queue.
  @inlinable
  public func delay(
    for interval: Duration, scheduler: any Scheduler
  ) -> Publishers.Delay<Self> {
    Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Delays every value and the completion.
  public struct Delay<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// How much later each value is emitted.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// The interval, converted only once: converting it each time would be a tenth of the cost of a
    /// subscription.
    @usableFromInline let nanoseconds: Int64

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
      precondition(interval >= .zero, "a negative delay")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      nanoseconds = interval.wholeNanoseconds
    }

    /// Always inlined: copying this publisher would be a fifth of the cost of a subscription to a
    /// short input.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = DelayRun<Output?, Failure?>(nanoseconds: nanoseconds, scheduler: scheduler)
      let stage = DelayStage(downstream: subscriber, run: run)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }
}
