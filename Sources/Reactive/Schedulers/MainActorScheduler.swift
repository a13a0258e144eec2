extension AnyScheduler {
  /// The scheduler of the running program: the wall clock, on the main actor.
  ///
  /// It starts to run when work is enqueued, and stops when none is left.
  package static let mainActor = AnyScheduler(MainActorScheduler(), isolation: MainActor.shared)

  /// Runs queued work on the main actor, when it is due, until none is left.
  @MainActor fileprivate func runWallClock() async {
    await (scheduler as? MainActorScheduler)?.run()
  }
}

/// A wall-clock scheduler that the main actor runs as long as there is queued work.
private final class MainActorScheduler: Scheduler {
  private let clock = WallClockScheduler()
  private var isRunning = false

  var now: Instant { clock.now }
  func takeTicket(due: Instant) -> Ticket { clock.takeTicket(due: due) }
  func book(_ work: any ScheduledWork) -> Booking { clock.book(work) }
  func book(_ run: @escaping (Instant) -> NextRun) -> Booking { clock.book(run) }
  func _canContinue(at next: NextRun) -> Bool { clock._canContinue(at: next) }
  func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    unsafe clock._freeSteps(through: dues)
  }
  var _horizon: Instant { clock._horizon }
  var _present: Instant { clock._present }
  func _join(_ inputs: any _ClockInputs) -> _ClockKind { clock._join(inputs) }
  func _countFreeSteps(_ count: Int, until due: Instant) {
    clock._countFreeSteps(count, until: due)
  }
  func cancel(_ booking: Booking) { clock.cancel(booking) }

  var _receivesMessages: Bool { true }

  func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>? {
    // An open sender keeps the run alive, so that its messages are received.
    defer { start() }
    return clock._makeSender(for: type, closed: closed, receive: receive)
  }

  func enqueue(_ booking: Booking, at ticket: Ticket) {
    clock.enqueue(booking, at: ticket)
    start()
  }

  private func start() {
    guard !isRunning else { return }
    isRunning = true
    Task { @MainActor in await AnyScheduler.mainActor.runWallClock() }
  }

  func run(isolation: isolated (any Actor)? = #isolation) async {
    await clock.run()
    isRunning = false
  }
}
