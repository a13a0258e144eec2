/// A scheduler without delays: work runs as soon as it is enqueued.
///
/// Its clock never moves. Work that is enqueued while other work runs waits for its turn, in the
/// order of the tickets, so that a chain of any length runs on a shallow stack. Enqueuing work that
/// never ends, such as a repeating timer, does not return unless the work is cancelled.
public final class ImmediateScheduler: Scheduler {
  public let now = Instant.zero
  public var _clockStandsStill: Bool { true }
  @exclusivity(unchecked) private var queue = EventQueue()
  private var isRunning = false

  /// Creates a scheduler at time zero.
  public init() {}

  /// A new scheduler. Combine shares one scheduler everywhere; here each stays in its isolation.
  public static var shared: ImmediateScheduler { ImmediateScheduler() }

  public func takeTicket(due: Instant) -> Ticket {
    unsafe queue.takeTicket(due: due == .endOfTime ? .endOfTime : now)
  }

  public func book(_ work: any ScheduledWork) -> Booking {
    unsafe queue.book(.object(work))
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    unsafe queue.book(.closure(run))
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    unsafe queue.enqueue(booking, at: ticket.moved(to: ticket.due == .endOfTime ? .endOfTime : now))
    if !isRunning { drain() }
  }

  public func cancel(_ booking: Booking) {
    _ = unsafe queue.remove(booking)
  }

  private func drain() {
    isRunning = true
    let depth = CallDepth.current
    while true {
      // The values of the last work are still on their way down a long chain, and the next work
      // must wait for them.
      if depth.hasPutOff { return depth.putOffRest { self.drain() } }
      guard let first = unsafe queue.first(), first.due < Instant.endOfTime.nanoseconds else {
        break
      }
      let work = unsafe queue.beginRun(first)
      var next = work.run(at: now)
      if next.due < .endOfTime { next = NextRun(due: now, order: next.order) }
      _ = unsafe queue.continueRun(next)
      _ = unsafe queue.endRun(work, first.key, next)
    }
    isRunning = false
  }
}
