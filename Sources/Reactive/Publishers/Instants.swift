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

    /// Whether the instants are reached only as long as the scheduler has other work.
    let isIdle: Bool

    /// Creates a publisher of the instants that `next` returns. Each must be after the instant that
    /// the closure receives.
    public init(scheduler: any Scheduler, next: @escaping (_ instant: Instant) -> Instant?) {
      self.init(scheduler: scheduler, isIdle: false, next: next)
    }

    package init(
      scheduler: any Scheduler, isIdle: Bool, next: @escaping (_ instant: Instant) -> Instant?
    ) {
      self.scheduler = scheduler
      self.isIdle = isIdle
      self.next = next
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Instant, S.Failure == Failure {
      subscriber.receive(from: InstantsRule<Failure>(isIdle: isIdle, instant: next), on: scheduler)
    }
  }
}

private struct InstantsRule<Failure: Error>: SourceRule {
  /// Nothing: the next instant follows from the present one.
  struct State: Codable {}

  let isIdle: Bool
  let instant: (Instant) -> Instant?

  func begin(on scheduler: any Scheduler) -> State { State() }

  func next(_: State, on scheduler: any Scheduler) -> Ticket? {
    let now = scheduler.now
    guard let next = instant(now) else { return nil }
    precondition(next > now, "an instant that is not after the one before")
    return scheduler.takeTicket(due: next)
  }

  func take(at instant: Instant, _: inout State) -> SourceStep<Instant, Failure> { .emit(instant) }
}
