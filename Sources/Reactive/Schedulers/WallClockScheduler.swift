/// A scheduler whose time passes by itself: it waits until work is due.
///
/// It is a `VirtualScheduler` that a real clock moves: the same queue, the same order, the same
/// instants. While work runs, `now` is the instant at which it was due, however late it runs, so that
/// the same work gives the same result as in virtual time. What is late is made up for at once, and
/// nothing is dropped. Nothing runs early.
///
/// Time passes while a run is under way and stands still between runs. Within a run each wait is
/// reckoned from the run's start, so that delays do not add up.
///
///     let scheduler = WallClockScheduler(speed: 60)  // a minute in a second
///     scheduler.run()                                // blocks the thread
///     await scheduler.run()                          // suspends the task
///
/// Like every scheduler it stays in the isolation that made it. Other threads reach it through a
/// `Sender`, which brings messages in, and a `Remote`, which stops it.
public final class WallClockScheduler: RunnableScheduler {
  /// How a run ended.
  public typealias Outcome = RunOutcome

  /// How many pieces of work run before the inbox is looked into again, and a task lets others in
  /// its isolation have a turn: at some 20 µs each, that must be seldom.
  private static let stepsPerTurn = 4096

  let line: VirtualScheduler
  let inbox = Inbox()
  private var pace: Pace
  private var isRunning = false
  private var isStopped = false
  /// How far the run that is under way may go.
  private var limit = Instant.zero
  private var stepsLeft = 0
  /// What the task that runs this is waiting for, if it is.
  private var suspension: Suspension?
  private var receivers: [Int: Receiver] = [:]
  private var senderCount = 0
  /// What senders have sent and has its place in line; one piece of work serves all of it.
  private var arrivals = Ring<(arrival: Inbox.Arrival, ticket: Ticket)>()
  private var arrivalWork: Booking?

  /// Makes a scheduler on which a second takes `1 / speed` real seconds, and whose clock begins at
  /// `now`.
  public init(speed: Double = 1, now: Instant = .zero) {
    precondition(speed > 0 && speed.isFinite, "a speed that is not a positive number")
    line = VirtualScheduler(now: now)
    pace = Pace(speed: speed)
  }

  deinit {
    inbox.abandon()
  }

  /// The instant whose work is running, also when it runs late. While a task waits in `run`, what
  /// else goes on in its isolation reads how far real time has come.
  public var now: Instant {
    if suspension != nil { moveClock() }
    return line.now
  }

  /// How many pieces of work and messages are in line.
  public var pendingCount: Int { line.pendingCount + max(0, arrivals.count - 1) }

  /// Ends the run that is under way when the work at hand returns. What is in line stays there.
  public func stop() {
    isStopped = true
    line.stop()
    suspension?.news.yield()
  }

  public func takeTicket(due: Instant) -> Ticket {
    line.takeTicket(due: due)
  }

  public func book(_ work: any ScheduledWork) -> Booking {
    line.book(work)
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    line.book(run)
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    line.enqueue(booking, at: ticket)
    if let suspension, ticket.due < suspension.until { suspension.news.yield() }
  }

  public func cancel(_ booking: Booking) {
    line.cancel(booking)
    suspension?.news.yield()
  }

  /// Nothing goes on before its time has come, so this is true for what is late already.
  public func _canContinue(at next: NextRun) -> Bool {
    line._canContinue(at: next)
  }

  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    unsafe line._freeSteps(through: dues)
  }

  public func _countFreeSteps(_ count: Int, until due: Instant) {
    line._countFreeSteps(count, until: due)
  }
}

// MARK: - A run, in turns

extension WallClockScheduler {
  /// What a run does next.
  enum Turn {
    case over(Outcome)
    case more
    /// Waits until an instant, or until somebody has news if that is the end of time.
    case wait(until: Instant)
  }

  func beginRun(until limit: Instant, steps: Int) {
    precondition(!isRunning, "a wall-clock scheduler cannot be run while it runs")
    isRunning = true
    isStopped = false
    self.limit = limit
    stepsLeft = steps
    pace.start(at: line.now)
  }

  func endRun() {
    isRunning = false
  }

  /// Runs what is due by now.
  func takeTurn() -> Turn {
    takeIn()
    guard !isStopped else { return .over(endEarly()) }
    let reached = pace.reached()
    let steps = min(stepsLeft, Self.stepsPerTurn)
    let outcome = line.run(until: min(limit, reached), steps: steps)
    unsafe stepsLeft -= steps - line.stepsLeft
    switch outcome {
    case .stopped: return .over(.stopped)
    case .reachedSteps: return stepsLeft > 0 ? .more : .over(.reachedSteps)
    case .idle, .reachedTime, .endOfTime: return turn(after: reached)
    }
  }

  /// What to do when all that is due by `reached` has run.
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
    return .wait(until: min(due ?? .endOfTime, limit))
  }

  /// Ends the run between two pieces of work.
  func endEarly() -> Outcome {
    moveClock()
    return .stopped
  }

  /// When a wait is over, on the real clock; nil if no clock ends it.
  func deadline(of instant: Instant) -> Int64? {
    instant == .endOfTime ? nil : pace.moment(of: instant)
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

  /// Moves the clock to where real time is, but not past what has yet to run.
  private func moveClock() {
    guard !pace.isHurried else { return }
    line.moveClock(to: min(pace.reached(), line.nextDue() ?? limit, limit))
  }
}

// MARK: - The inbox

extension WallClockScheduler {
  /// Receives what a sender sends.
  struct Receiver {
    let receive: (any Sendable) -> Void
    let closed: () -> Void
  }

  func addReceiver(_ receiver: Receiver) -> Int {
    senderCount += 1
    receivers[senderCount] = receiver
    return senderCount
  }

  /// Puts in line what senders have sent, each at the instant of its arrival.
  private func takeIn() {
    let news = inbox.take()
    if news.isStopped { isStopped = true }
    if news.isHurried { pace.isHurried = true }
    guard !news.arrivals.isEmpty else { return }
    let isQueued = !arrivals.isEmpty
    for arrival in news.arrivals {
      let instant = max(line.now, pace.instant(of: arrival.moment))
      arrivals.append((arrival, line.takeTicket(due: instant)))
    }
    if !isQueued { enqueueArrivals() }
  }

  private func enqueueArrivals() {
    guard let first = arrivals.first else { return }
    let work = arrivalWork ?? line.book { [weak self] _ in self?.letFirstIn() ?? .never }
    arrivalWork = work
    line.enqueue(work, at: first.ticket)
  }

  private func letFirstIn() -> NextRun {
    guard let arrival = arrivals.popFirst()?.arrival else { return .parked }
    if let message = arrival.message {
      receivers[arrival.sender]?.receive(message)
    } else {
      receivers.removeValue(forKey: arrival.sender)?.closed()
    }
    guard let next = arrivals.first else { return .parked }
    return .at(next.ticket)
  }
}
