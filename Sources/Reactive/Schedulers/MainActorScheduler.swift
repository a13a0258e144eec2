extension AnyScheduler {
  /// The scheduler of the running program: the wall clock, on the main actor.
  ///
  /// It starts to run when something is put in line, and stops when nothing is left.
  package static let mainActor = AnyScheduler(MainActorScheduler(), isolation: MainActor.shared)

  /// Runs what is in line on the main actor, when it is due, until nothing is left.
  @MainActor fileprivate func runWallClock() async {
    await (scheduler as? MainActorScheduler)?.run()
  }
}

/// A wall-clock scheduler that the main actor runs whenever there is something in line.
private final class MainActorScheduler: Scheduler {
  private let clock = WallClockScheduler()
  private var isRunning = false

  var now: Instant { clock.now }
  func takeTicket(due: Instant) -> Ticket { clock.takeTicket(due: due) }
  func book(_ work: any ScheduledWork) -> Booking { clock.book(work) }
  func book(_ run: @escaping (Instant) -> NextRun) -> Booking { clock.book(run) }
  func goesOn(at next: NextRun) -> Bool { clock.goesOn(at: next) }
  func cancel(_ booking: Booking) { clock.cancel(booking) }

  func enqueue(_ booking: Booking, at ticket: Ticket) {
    clock.enqueue(booking, at: ticket)
    guard !isRunning else { return }
    isRunning = true
    Task { @MainActor in await AnyScheduler.mainActor.runWallClock() }
  }

  func run(isolation: isolated (any Actor)? = #isolation) async {
    await clock.run()
    isRunning = false
  }
}
