/// A scheduler on which every delay takes no time: work runs as soon as it is put in line.
///
/// Its clock stands still. Work that is put in line while other work runs waits for its turn, in
/// the order of the tickets, so that a chain of any length runs on a shallow stack. Work that never
/// ends, such as a repeating timer, never returns from here unless it is cancelled.
public final class ImmediateScheduler: Scheduler {
  public let now = Instant.zero
  public var _clockStandsStill: Bool { true }
  @exclusivity(unchecked) private var queue = EventQueue()
  private var isRunning = false

  /// Creates a scheduler whose clock stands at zero.
  public init() {}

  /// A scheduler to be used in one place. Combine has one for all; here each stays in its isolation.
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
      // What the last work gave is still on its way down a long chain: the next must wait for it.
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
