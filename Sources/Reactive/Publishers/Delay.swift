extension Publisher {
  /// Moves every value, and the completion or failure, later by `interval`.
  ///
  ///     a-b-|
  ///     delay(for: .seconds(2), scheduler: scheduler)
  ///     --a-b-|
  ///
  /// A delayed value takes its place in line when it arrives, also for an interval of zero. What is
  /// pending costs one entry in the scheduler's queue.
  @inlinable
  public func delay(
    for interval: Duration, scheduler: any Scheduler
  ) -> Publishers.Delay<Self> {
    Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Moves every value and the completion later.
  public struct Delay<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let interval: Duration
    public let scheduler: any Scheduler

    @inlinable
    public init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
      precondition(interval >= .zero, "a negative delay")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: DelayStage(
          downstream: subscriber, nanoseconds: interval.wholeNanoseconds, scheduler: scheduler))
    }
  }

  @usableFromInline
  final class DelayStage<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline var subscription: (any Subscription)?
    /// The values to give, with their places in line.
    @usableFromInline @exclusivity(unchecked) var pending = Ring<(ticket: Ticket, value: Input)>()
    /// The end, which comes after all values.
    @usableFromInline @exclusivity(unchecked) var end:
      (ticket: Ticket, completion: Subscribers.Completion<Failure>)?
    @usableFromInline @exclusivity(unchecked) var isInLine = false
    @usableFromInline @exclusivity(unchecked) var booking: Booking?

    @inlinable
    init(downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      self.scheduler = scheduler
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard !isOver else { return }
      let ticket = takeTicket()
      pending.append((ticket, input))
      if !isInLine { enterLine(at: ticket) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      let ticket = takeTicket()
      end = (ticket, completion)
      if !isInLine { enterLine(at: ticket) }
    }

    @inlinable
    func cancel() {
      isOver = true
      end = nil
      let dropped = pending.removeAll()
      if let booking { scheduler.cancel(booking) }
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    /// Gives what is first.
    @inlinable
    func giveFirst(to downstream: Downstream) -> NextRun {
      if let value = pending.popFirst()?.value {
        downstream.receive(value)
      } else if let end = end.take() {
        isOver = true
        downstream.receive(completion: end.completion)
      }
      guard !isOver else { return .never }
      if let next = pending.first?.ticket ?? end?.ticket { return .at(next) }
      isInLine = false
      return .parked
    }

    /// A delayed value takes its place in line when it arrives.
    @inlinable
    func takeTicket() -> Ticket {
      scheduler.takeTicket(due: scheduler.now.advanced(byNanoseconds: nanoseconds))
    }

    @inlinable
    func enterLine(at ticket: Ticket) {
      let booking =
        booking
        ?? scheduler.book { [downstream] _ in self.giveFirst(to: downstream) }
      // Said first: an immediate scheduler runs the work now.
      self.booking = booking
      isInLine = true
      scheduler.enqueue(booking, at: ticket)
    }
  }
}
