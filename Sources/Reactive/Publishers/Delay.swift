extension Publisher {
  /// Moves every value, and the completion or failure, later by `interval`.
  ///
  ///     a-b-|
  ///     delay(for: .seconds(2), scheduler: scheduler)
  ///     --a-b-|
  ///
  /// A delayed value takes its place in line when it arrives, also for an interval of zero. What is
  /// pending costs one entry in the scheduler's queue.
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

    public init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
      precondition(interval >= .zero, "a negative delay")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: DelayStage(
          downstream: subscriber, nanoseconds: interval.wholeNanoseconds, scheduler: scheduler))
    }
  }

  private final class DelayStage<Downstream: Subscriber>: Subscriber, Subscription, ScheduledWork {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private enum Event {
      case value(Input)
      case completion(Subscribers.Completion<Failure>)
    }

    private var downstream: Downstream?
    private let nanoseconds: Int64
    private let scheduler: any Scheduler
    private var subscription: (any Subscription)?
    private var pending = Ring<(ticket: Ticket, event: Event)>()
    private var isInLine = false
    private var booking: Booking?

    init(downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream?.receive(subscription: self)
    }

    func receive(_ input: Input) {
      enqueue(.value(input))
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      enqueue(.completion(completion))
    }

    func cancel() {
      let dropped = (downstream.take(), pending.removeAll())
      if let booking { scheduler.cancel(booking) }
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    func run(at instant: Instant) -> NextRun {
      guard let downstream, let event = pending.popFirst()?.event else { return .never }
      switch event {
      case .value(let value):
        downstream.receive(value)
      case .completion(let completion):
        _ = self.downstream.take()
        downstream.receive(completion: completion)
      }
      guard let next = pending.first else {
        isInLine = false
        return .never
      }
      return .at(next.ticket)
    }

    private func enqueue(_ event: Event) {
      guard downstream != nil else { return }
      let ticket = scheduler.takeTicket(due: scheduler.now.advanced(byNanoseconds: nanoseconds))
      pending.append((ticket, event))
      guard !isInLine else { return }
      // Said first: an immediate scheduler runs the work before it gives the booking back.
      isInLine = true
      booking = scheduler.schedule(self, at: ticket)
    }
  }
}
