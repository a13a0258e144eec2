extension Publisher {
  /// Gives a value at once, and then no more than one an interval: at its end the latest or the first
  /// that came within it.
  ///
  ///     ab-c---d-|
  ///     throttle(for: .seconds(2), scheduler: scheduler, latest: true)
  ///     a-b-c--d-|
  ///
  /// A value opens an interval if none is open, and so does what is given at the end of one. Without
  /// `trailing`, what comes within an interval is dropped. When upstream finishes while a value is
  /// pending, that value comes at its time, and then the end; a failure comes at once.
  ///
  /// An interval's end takes its place in line when the interval begins, before the value that begins it
  /// is sent on. A value that is due at that very instant and was scheduled earlier is within the
  /// interval: the end emits it, or without `trailing` it is dropped.
  ///
  ///     a-b-c-d-e|
  ///     throttle(for: .seconds(2), scheduler: scheduler, latest: true, trailing: false)
  ///     a---c---e|
  ///
  /// Combine has no `trailing`, and takes that place with the first value that it holds back.
  @inlinable
  public func throttle(
    for interval: Duration, scheduler: any Scheduler, latest: Bool, trailing: Bool = true
  ) -> Publishers.Throttle<Self> {
    Publishers.Throttle(
      upstream: self, interval: interval, scheduler: scheduler, latest: latest, trailing: trailing)
  }
}

extension Publishers {
  /// Gives no more than one value an interval.
  public struct Throttle<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let interval: Duration
    public let scheduler: any Scheduler
    public let latest: Bool
    public let trailing: Bool

    @inlinable
    public init(
      upstream: Upstream, interval: Duration, scheduler: any Scheduler, latest: Bool,
      trailing: Bool
    ) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
      self.trailing = trailing
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: ThrottleStage(
          downstream: subscriber, nanoseconds: interval.wholeNanoseconds, scheduler: scheduler,
          keeps: trailing ? (latest ? .latest : .first) : .none))
    }
  }

  @usableFromInline
  final class ThrottleStage<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    /// Which of an interval's values is given at its end.
    @usableFromInline
    enum Kept { case latest, first, none }

    @usableFromInline let downstream: Downstream
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let kept: Kept
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    /// Whether an interval is open.
    @usableFromInline @exclusivity(unchecked) var isOpen = false
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler, keeps kept: Kept) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      self.kept = kept
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
      guard isOpen else {
        open()
        return downstream.receive(input)
      }
      switch kept {
      case .latest: _ = exchange(&pending, with: input)
      case .first: if pending == nil { pending = input }
      case .none: break
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      if case .finished = completion, pending != nil {
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
    func open() {
      isOpen = true
      if !alarm.isBooked { alarm.book { [downstream] in self.close(downstream) } }
      alarm.set(afterNanoseconds: nanoseconds)
    }

    /// Ends an interval, and opens the next if there is something to give.
    @inlinable
    func close(_ downstream: Downstream) {
      isOpen = false
      guard let value = pending.take() else { return }
      if !hasFinished { open() }
      downstream.receive(value)
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
