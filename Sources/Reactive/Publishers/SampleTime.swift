extension Publisher {
  /// Gives the latest value at the end of each interval in which one came.
  ///
  ///     ab---c--d|
  ///     sample(every: .seconds(3), scheduler: scheduler)
  ///     ---b--c--|
  ///
  /// Intervals count from the subscription. What has not been sampled when upstream finishes is
  /// dropped. The end of an interval takes its place in line at the end of the one before, and the
  /// first after upstream was subscribed to; after an interval without a value nothing is in line,
  /// and the end of the next takes its place when a value comes.
  @inlinable
  public func sample(
    every interval: Duration, scheduler: any Scheduler
  ) -> Publishers.SampleTime<Self> {
    Publishers.SampleTime(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Gives the latest value at the end of each interval in which one came.
  public struct SampleTime<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let interval: Duration
    public let scheduler: any Scheduler

    @inlinable
    public init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = SampleTimeStage(
        downstream: subscriber, period: interval.wholeNanoseconds, scheduler: scheduler)
      upstream.receive(subscriber: stage)
      CallDepth.current.inTurn { stage.start() }
    }
  }

  @usableFromInline
  final class SampleTimeStage<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let period: Int64
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    /// Whether the end of an interval is in line.
    @usableFromInline @exclusivity(unchecked) var isTicking = false
    /// The end of the last interval that was in line; the subscription before the first.
    @usableFromInline @exclusivity(unchecked) var lastTick: Instant
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(downstream: Downstream, period: Int64, scheduler: any Scheduler) {
      self.downstream = downstream
      self.period = period
      alarm = Alarm(on: scheduler)
      lastTick = scheduler.now
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard !isOver else { return }
      let dropped = exchange(&pending, with: input)
      withExtendedLifetime(dropped) {
        if !isTicking, alarm.isBooked { goOn() }
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      isOver = true
      alarm.stop()
      let dropped = pending.take()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancel() {
      isOver = true
      alarm.stop()
      let dropped = pending.take()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    @inlinable
    func start() {
      guard !isOver else { return }
      alarm.book { [downstream] in self.tick(downstream) }
      goOn()
    }

    /// Puts the end of the interval in line that is under way, or that ends now.
    @usableFromInline
    func goOn() {
      isTicking = true
      let now = alarm.now
      let passed = now.nanoseconds &- lastTick.nanoseconds
      let rest = period == 0 ? 0 : passed % period
      lastTick = now.advanced(byNanoseconds: rest == 0 && passed > 0 ? 0 : period &- rest)
      alarm.set(at: alarm.scheduler.takeTicket(due: lastTick))
    }

    @inlinable
    func tick(_ downstream: Downstream) {
      guard let value = pending.take() else {
        isTicking = false
        return
      }
      downstream.receive(value)
      CallDepth.current.inTurn { if !self.isOver { self.goOn() } }
    }
  }
}
