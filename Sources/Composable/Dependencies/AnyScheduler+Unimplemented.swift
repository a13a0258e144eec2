public import Reactive

extension AnyScheduler {
  /// A scheduler for tests in which no code may schedule work. Any use fails the test.
  public static var unimplemented: AnyScheduler { unimplemented("AnyScheduler") }

  /// Does the same, with a name for the report.
  public static func unimplemented(_ name: String) -> AnyScheduler {
    UnimplementedScheduler(name: name).eraseToAnyScheduler(isolation: nil)
  }
}

/// Reports each use. The work that it receives never runs.
private final class UnimplementedScheduler: Scheduler {
  private let name: String
  private let line = VirtualScheduler()

  init(name: String) {
    self.name = name
  }

  var now: Instant {
    report("its time was read")
    return line.now
  }

  func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }

  func book(_ work: any ScheduledWork) -> Booking {
    report("work was scheduled on it")
    return line.book(work)
  }

  func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    report("work was scheduled on it")
    return line.book(run)
  }

  func enqueue(_ booking: Booking, at ticket: Ticket) { line.enqueue(booking, at: ticket) }
  func cancel(_ booking: Booking) { line.cancel(booking) }

  private func report(_ what: String) {
    IssueReporter.report("'\(name)' is not implemented, but \(what); the test has not set it")
  }
}
