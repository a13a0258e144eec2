extension Publishers {
  /// Emits the instants that a closure returns, each when it is reached: the first one after the
  /// subscription, then the first one after that, and so on.
  ///
  ///     Publishers.Instants(scheduler: scheduler) { $0.advanced(by: .seconds(2)) }.prefix(3)
  ///     --2-4-(6|)
  ///
  /// Each instant is scheduled when the previous one has been emitted. After the last one it emits
  /// nothing more, and does not complete.
  public struct Instants<Failure: Error>: Publisher {
    public typealias Output = Instant

    /// The scheduler whose clock decides when an instant is reached.
    public let scheduler: any Scheduler
    /// Returns the first instant after the given one; nil after the last instant.
    public let next: (_ instant: Instant) -> Instant?

    /// Creates a publisher of the instants that `next` returns. Each must be after the instant that
    /// the closure receives.
    public init(scheduler: any Scheduler, next: @escaping (_ instant: Instant) -> Instant?) {
      self.scheduler = scheduler
      self.next = next
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Instant, S.Failure == Failure {
      let run = InstantsRun(next, on: scheduler, downstream: subscriber)
      if let restoration = CallDepth.restoration {
        guard let saved = restoration.next(Ticket?.self, upstreams: 0) else { return }
        subscriber.receive(subscription: run)
        run.restore(saved.state)
      } else {
        subscriber.receive(subscription: run)
        run.begin()
      }
    }
  }
}

private final class InstantsRun<Downstream: Subscriber>: ScheduledWork, SavableRun
where Downstream.Input == Instant {
  typealias State = Ticket?

  private let next: (Instant) -> Instant?
  private let scheduler: any Scheduler
  private let downstream: Downstream
  private var booking: Booking?
  private var isOver = false

  init(
    _ next: @escaping (Instant) -> Instant?, on scheduler: any Scheduler, downstream: Downstream
  ) {
    self.next = next
    self.scheduler = scheduler
    self.downstream = downstream
  }

  var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  var upstreams: [(any Subscription)?] { [] }

  func begin() {
    guard !isOver, let next = nextInstant else { return }
    booking = scheduler.schedule(self, at: scheduler.takeTicket(due: next))
  }

  func restore(_ ticket: Ticket?) {
    guard !isOver, let ticket else { return }
    booking = scheduler.schedule(self, at: ticket)
  }

  func state(in line: PendingTickets) -> Ticket? { line[booking] }

  func run(at instant: Instant) -> NextRun {
    downstream.receive(instant)
    guard !isOver, let next = nextInstant else { return .never }
    return .at(next)
  }

  func cancel() {
    isOver = true
    if let booking = booking.take() { scheduler.cancel(booking) }
  }

  private var nextInstant: Instant? {
    let now = scheduler.now
    guard let next = next(now) else { return nil }
    precondition(next > now, "an instant that is not after the one before")
    return next
  }
}
