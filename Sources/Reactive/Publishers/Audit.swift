extension Publisher {
  /// Waits for `interval` after a value, and gives the latest that has come by then.
  ///
  ///     ab-c---d-|
  ///     audit(for: .seconds(2), scheduler: scheduler)
  ///     --b--c---(d|)
  ///
  /// When upstream finishes while a value is pending, that value comes at its time, and then the end;
  /// a failure comes at once. The end of the wait has its place in line from when it began.
  @inlinable
  public func audit(
    for interval: Duration, scheduler: any Scheduler
  ) -> Publishers.Audit<Self> {
    Publishers.Audit(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Gives the latest value some time after the first.
  public struct Audit<Upstream: Publisher>: Publisher {
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
      upstream.receive(
        subscriber: AuditStage(
          downstream: subscriber, nanoseconds: interval.wholeNanoseconds, scheduler: scheduler))
    }
  }

  @usableFromInline
  final class AuditStage<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var isWaiting = false
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      alarm = Alarm(on: scheduler)
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
        guard !isWaiting else { return }
        isWaiting = true
        if !alarm.isBooked { alarm.book { [downstream] in self.givePending(to: downstream) } }
        alarm.set(afterNanoseconds: nanoseconds)
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      if case .finished = completion, isWaiting {
        hasFinished = true
      } else {
        end(completion)
      }
    }

    @inlinable
    func cancel() {
      isOver = true
      alarm.stop()
      let dropped = pending.take()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    @inlinable
    func givePending(to downstream: Downstream) {
      isWaiting = false
      if let value = pending.take() { downstream.receive(value) }
      if hasFinished { CallDepth.current.inTurn { self.end(.finished) } }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard !isOver else { return }
      isOver = true
      alarm.stop()
      let dropped = pending.take()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }
  }
}
