extension Publisher {
  /// Emits the time since the previous value in place of each value. For the first value, this is
  /// the time since the subscription.
  ///
  ///     -a--b-c|
  ///     measureInterval(using: scheduler)
  ///     -1--3-2|
  @inlinable
  public func measureInterval(
    using scheduler: any Scheduler
  ) -> Publishers.MeasureInterval<Self> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// Emits the time between values.
  public struct MeasureInterval<Upstream: Publisher>: Publisher {
    public typealias Output = Duration
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, scheduler: any Scheduler) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = MeasureIntervalStage<S, Upstream.Output>(
        downstream: subscriber, scheduler: scheduler)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct MeasureIntervalStage<Downstream: Subscriber, Input>: RememberingStage
  where Downstream.Input == Duration {
    @usableFromInline typealias State = Instant
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let memory: RunState<Instant>

    @inlinable
    init(downstream: Downstream, scheduler: any Scheduler) {
      self.downstream = downstream
      self.scheduler = scheduler
      memory = RunState(scheduler.now)
    }

    @inlinable
    func receive(_ input: Input) {
      let now = scheduler.now
      unsafe downstream.receive(exchange(&memory.value, with: now).duration(to: now))
    }
  }
}
