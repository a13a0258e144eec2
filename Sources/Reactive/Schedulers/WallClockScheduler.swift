import Platform

/// A scheduler whose time passes by itself, and that waits until work is due.
///
/// It is a `VirtualScheduler` moved by a real clock: the queue, the order and the instants are the
/// same. While work runs, `now` is the instant at which it was due, however late it runs, so that
/// the same work has the same result as in virtual time. Late work runs at once, and none is
/// dropped. Work never runs early.
///
/// Time passes during a run and stops between runs. Within a run each wait is computed from the
/// run's start, so that delays do not accumulate.
///
///     let scheduler = WallClockScheduler(speed: 60)  // a minute in a second
///     scheduler.run()                                // blocks the thread
///     await scheduler.run()                          // suspends the task
///
/// Like every scheduler it stays in the isolation that created it. Other threads reach it through a
/// `Sender`, which delivers messages, and a `Remote`, which stops it.
public final class WallClockScheduler: RunnableScheduler {
  /// The reason why a run ended.
  public typealias Outcome = RunOutcome

  /// The number of pieces of work that run before the inbox is read again and a task yields to
  /// others in its isolation. At some 20 µs each time, that must be rare.
  private static let stepsPerTurn = 4096

  let line: VirtualScheduler
  let inbox = Inbox()
  private var pace: Pace
  /// The inputs that the scheduler waits for, if there are any.
  private weak var inputs: (any _ClockInputs)?
  /// Whether the scheduler is waiting for them, so that time stands still.
  private var isHeld = false
  private var haste = Haste.none
  private var isRunning = false
  private var isStopped = false
  /// Whether time has passed since the last run.
  private var keepsPace = false
  /// The last instant of the current run.
  private var limit = Instant.zero
  private var stepsLeft = 0
  /// The current wait of the task that runs this scheduler; nil if it is not waiting.
  private var suspension: Suspension?
  private var receivers: [Int: Receiver] = [:]
  private var senderCount = 0
  /// The queued messages of senders, with their tickets. One piece of work serves all of them.
  private var arrivals = Ring<(arrival: Inbox.Arrival, ticket: Ticket)>()
  private var arrivalWork: Booking?

  /// Creates a scheduler on which a second takes `1 / speed` real seconds, and whose clock begins
  /// at `now`.
  public init(speed: Double = 1, now: Instant = .zero) {
    precondition(speed > 0 && speed.isFinite, "a speed that is not a positive number")
    line = VirtualScheduler(now: now)
    pace = Pace(speed: speed, SystemTime())
  }

  /// Creates a scheduler that continues where another one stopped: on a clock that begins a pause
  /// later, or on the calendar with the instant zero at a time (in nanoseconds since 1970). Then
  /// events in the past run at once, at their own instants.
  package init(
    _ state: VirtualScheduler.State, speed: Double = 1, after pause: Int64 = 0,
    calendarZero zero: Int64? = nil, _ time: any RealTime = SystemTime()
  ) {
    line = VirtualScheduler(state)
    pace = zero.map { Pace(calendarZero: $0, time) } ?? Pace(speed: speed, time)
    pace.start(at: state.now.advanced(byNanoseconds: pause))
    keepsPace = pause > 0
  }

  deinit {
    inbox.abandon()
  }

  /// The instant of the running work, even when it runs late. While a task waits in `run`, other
  /// code in its isolation reads the instant that real time has reached.
  public var now: Instant {
    if suspension != nil { moveClock() }
    return line.now
  }

  /// The number of queued pieces of work and messages.
  public var pendingCount: Int { line.pendingCount + max(0, arrivals.count - 1) }

  /// Ends the current run when the running work returns. Queued work stays in the queue.
  public func stop() {
    isStopped = true
    line.stop()
    suspension?.news.yield()
  }

  /// The tickets of all queued work, between two pieces of work.
  package var pendingTickets: PendingTickets { line.pendingTickets }

  public func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }

  public func book(_ work: any ScheduledWork) -> Booking { line.book(work) }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking { line.book(run) }

  public func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking {
    line._bookIdle(run)
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    line.enqueue(booking, at: ticket)
    if let suspension, ticket.due < suspension.until { suspension.news.yield() }
  }

  public func cancel(_ booking: Booking) {
    line.cancel(booking)
    suspension?.news.yield()
  }

  public var _present: Instant { isRunning && !line.isRunning ? max(line.now, present) : line.now }

  /// When the scheduler follows the calendar, nothing from the future is started.
  public var _horizon: Instant {
    guard pace.followsCalendar else { return .endOfTime }
    return line.isRunning ? line._horizon : _present
  }

  public func _join(_ inputs: any _ClockInputs) -> _ClockKind {
    self.inputs = inputs
    return pace.followsCalendar ? .calendar : .wall
  }

  /// Ends the turn when the running work returns, so that the inputs of the playback are asked
  /// whether time may continue.
  public func _halt() -> Bool {
    guard pace.followsCalendar, inputs != nil else { return false }
    line.stop()
    return true
  }

  /// No work continues before it is due, so this is true only for work that is already late.
  public func _canContinue(at next: NextRun) -> Bool { line._canContinue(at: next) }

  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    unsafe line._freeSteps(through: dues)
  }

  public func _countFreeSteps(_ count: Int, until due: Instant) {
    line._countFreeSteps(count, until: due)
  }
}

// MARK: - A run, in turns

extension WallClockScheduler {
  /// The next step of a run.
  enum Turn {
    case over(Outcome)
    case more
    /// Waits until work is due at an instant, or until there is news, but not beyond the deadline
    /// on the monotonic clock, if there is one.
    case wait(until: Instant, deadline: Int64?)
  }

  /// How all waiting ends.
  private enum Haste {
    case none
    /// The work that is due by an instant runs, and then the inputs end, including those that have
    /// not stopped by the deadline.
    case ending(at: Instant, deadline: Int64)
    /// The inputs have ended, at an instant.
    case ended(at: Instant)
  }

  /// The time that inputs have to stop reading, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  /// The instant of anything that arrives now, between two pieces of work.
  private var present: Instant {
    switch haste {
    case .none: pace.reached()
    case .ending(let instant, _), .ended(let instant): instant
    }
  }

  /// The instant up to which work may run.
  private var reached: Instant {
    if case .ended = haste, !pace.followsCalendar { return .endOfTime }
    return present
  }

  func beginRun(until limit: Instant, steps: Int) {
    precondition(!isRunning, "a wall-clock scheduler cannot be run while it runs")
    isRunning = true
    isStopped = false
    self.limit = limit
    stepsLeft = steps
    if !keepsPace { pace.start(at: line.now) }
    keepsPace = false
  }

  /// Lets time pass until the next run as it does during a run.
  package func keepPace() {
    keepsPace = true
  }

  func endRun() {
    isRunning = false
  }

  /// Runs the work that is due by now, and returns the next step.
  func takeTurn() -> Turn {
    takeIn()
    guard !isStopped else { return .over(endEarly()) }
    let wait = inputs?._awaited()
    isHeld = wait != nil
    if let wait { return .wait(until: Instant(nanoseconds: .min), deadline: wait) }
    let reached = reached
    let steps = min(stepsLeft, Self.stepsPerTurn)
    // A message may follow, so time continues for idle work, too.
    line.runsIdleWorkAlone = !receivers.isEmpty
    let outcome = line.run(until: min(limit, reached), steps: steps)
    line.runsIdleWorkAlone = !receivers.isEmpty
    unsafe stepsLeft -= steps - line.stepsLeft
    switch outcome {
    case .stopped: return isStopped ? .over(.stopped) : .more
    case .reachedSteps: return stepsLeft > 0 ? .more : .over(.reachedSteps)
    case .idle, .reachedTime, .endOfTime: return turn(after: reached)
    }
  }

  /// Returns the next step after all work that is due by `reached` has run.
  private func turn(after reached: Instant) -> Turn {
    let due = line.nextDue()
    if receivers.isEmpty {
      guard let due else { return .over(.idle) }
      if due == .endOfTime, limit == .endOfTime { return .over(.endOfTime) }
    }
    if reached >= limit, limit < .endOfTime {
      line.moveClock(to: limit)
      return .over(.reachedTime)
    }
    if let turn = turnOfHaste() { return turn }
    let next = min(due ?? .endOfTime, limit)
    return .wait(until: next, deadline: next == .endOfTime ? nil : pace.moment(of: next))
  }

  /// Returns the next step if the waiting must end, after all work that is due by then has run.
  /// Returns nil if it need not end, or if work that is due later runs at once.
  private func turnOfHaste() -> Turn? {
    switch haste {
    case .none: return nil
    case .ending(let instant, let deadline):
      let isForced = pace.time.monotonic >= deadline
      guard inputs?._end(isForced: isForced, on: self) != false else {
        return .wait(until: Instant(nanoseconds: .min), deadline: deadline)
      }
      haste = .ended(at: instant)
      return .more
    case .ended:
      guard pace.followsCalendar else { return nil }
      inputs?._leave()
      return .over(.stopped)
    }
  }

  func wait(on pipe: borrowing WakePipe, until deadline: Int64?) {
    pace.time.wait(on: pipe, until: deadline)
  }

  /// Ends the run between two pieces of work.
  func endEarly() -> Outcome {
    moveClock()
    return .stopped
  }

  func suspend(until instant: Instant, wokenBy news: AsyncStream<Void>.Continuation) {
    suspension = Suspension(until: instant, news: news)
  }

  func resume() {
    suspension = nil
  }

  struct Suspension {
    let until: Instant
    let news: AsyncStream<Void>.Continuation
  }

  /// Moves the clock to the instant that real time has reached, but not past pending work.
  private func moveClock() {
    guard case .none = haste, !isHeld else { return }
    line.moveClock(to: min(reached, line.nextDue() ?? limit, limit))
  }
}

// MARK: - The inbox

extension WallClockScheduler {
  /// The closures that receive the messages of a sender.
  struct Receiver {
    let receive: (any Sendable) -> Void
    let closed: () -> Void
    /// Whether it receives messages between two pieces of work, instead of as work of their
    /// instant.
    let isReader: Bool
  }

  func addReceiver(_ receiver: Receiver) -> Int {
    senderCount += 1
    receivers[senderCount] = receiver
    return senderCount
  }

  /// Accepts the messages of senders: those of readers at once, the others as work at the instant
  /// of their arrival.
  private func takeIn() {
    let news = inbox.take()
    if news.isStopped { isStopped = true }
    if news.isHurried, case .none = haste {
      let instant = pace.reached()
      haste =
        inputs == nil
        ? .ended(at: instant)
        : .ending(at: instant, deadline: pace.time.monotonic + Self.patience)
    }
    guard !news.arrivals.isEmpty else { return }
    let isQueued = !arrivals.isEmpty
    for arrival in news.arrivals {
      // A sender that has already been closed does not count as work that moves the clock.
      guard let receiver = receivers[arrival.sender] else { continue }
      if receiver.isReader {
        receive(arrival)
      } else {
        let instant = max(line.now, pace.instant(of: arrival.moment))
        arrivals.append((arrival, line.takeTicket(due: instant)))
      }
    }
    if !isQueued { enqueueArrivals() }
  }

  private func receive(_ arrival: Inbox.Arrival) {
    if let message = arrival.message {
      receivers[arrival.sender]?.receive(message)
    } else {
      receivers.removeValue(forKey: arrival.sender)?.closed()
    }
  }

  private func enqueueArrivals() {
    guard let first = arrivals.first else { return }
    let work = arrivalWork ?? line.book { [weak self] _ in self?.letFirstIn() ?? .never }
    arrivalWork = work
    line.enqueue(work, at: first.ticket)
  }

  private func letFirstIn() -> NextRun {
    guard let arrival = arrivals.popFirst()?.arrival else { return .parked }
    receive(arrival)
    guard let next = arrivals.first else { return .parked }
    return .at(next.ticket)
  }
}
