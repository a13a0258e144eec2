/// A scheduler whose time is a number that moves on request, and instantly.
///
/// Six hours of timers take only as long as the work that they start. No real clock is read, so the
/// same work has the same result every time.
public final class VirtualScheduler: RunnableScheduler {
  /// The reason why a run ended.
  public typealias Outcome = RunOutcome

  public var now: Instant { unsafe clock }

  // Unchecked, here and below, because no foreign code runs while one of these is read or changed.
  // The checks would be a third of an event's cost.
  @exclusivity(unchecked) private var clock: Instant
  /// No method of the queue runs foreign code, so no two of its calls can overlap.
  @exclusivity(unchecked) var queue = EventQueue()
  /// Work that runs only as long as other work is queued. It does not keep a run alive.
  @exclusivity(unchecked) private var idleQueue = EventQueue()
  /// The due time of the first idle work, or the end of time.
  @exclusivity(unchecked) private var idleDue = Int64.max
  /// The calls to make once no work is left that keeps a run alive.
  private var callsWhenIdle: [() -> Void] = []
  /// Whether idle work also runs when no other work is queued, because news may still arrive.
  var runsIdleWorkAlone = false
  private(set) var isRunning = false
  @exclusivity(unchecked) private var isStopped = false
  /// The last instant of the current run.
  @exclusivity(unchecked) private var limit = Instant.zero
  /// The instant before which only the running work is due and the run does not end.
  @exclusivity(unchecked) private var freeUntil = Instant(nanoseconds: .min)
  /// The number of steps that the run may still take, or that the last run did not use.
  @exclusivity(unchecked) package private(set) var stepsLeft = 0

  /// Creates a scheduler at an instant.
  public init(now: Instant = .zero) {
    unsafe clock = now
  }

  /// The number of queued pieces of work.
  public var pendingCount: Int { unsafe queue.count + idleQueue.count + callsWhenIdle.count }

  public func takeTicket(due: Instant) -> Ticket {
    unsafe queue.takeTicket(due: due)
  }

  public func book(_ work: any ScheduledWork) -> Booking {
    unsafe queue.book(.object(work))
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    unsafe queue.book(.closure(run))
  }

  public func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking {
    unsafe idleQueue.book(.closure(run))
  }

  public func _whenIdle(_ call: @escaping () -> Void) { callsWhenIdle.append(call) }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    if unsafe booking.queue == idleQueue.number {
      unsafe idleQueue.enqueue(booking, at: ticket)
      unsafe idleDue = unsafe min(idleDue, ticket.due.nanoseconds)
    } else {
      unsafe queue.enqueue(booking, at: ticket)
    }
    unsafe freeUntil = unsafe min(freeUntil, ticket.due)
  }

  public func cancel(_ booking: Booking) {
    if unsafe booking.queue == idleQueue.number {
      _ = unsafe idleQueue.remove(booking)
    } else {
      _ = unsafe queue.remove(booking)
    }
  }

  /// Runs all work, moving time from one due instant to the next, until none is left.
  ///
  /// The run is bounded by `until`, an inclusive instant, and by `steps`, the number of pieces of
  /// work that may run.
  @discardableResult
  public func run(until limit: Instant = .endOfTime, steps: Int = .max) -> Outcome {
    precondition(!isRunning, "a virtual scheduler cannot be run from the work that it runs")
    isRunning = true
    unsafe isStopped = false
    unsafe self.limit = limit
    unsafe stepsLeft = steps
    defer { isRunning = false }
    return CallDepth.current.withFreshDepth { runAll() }
  }

  private func runAll() -> Outcome {
    while true {
      if let (first, isIdle) = nextEntry() {
        let due = Instant(nanoseconds: first.due)
        guard unsafe due <= limit else { return .reachedTime }
        guard due < .endOfTime else { return .endOfTime }
        guard unsafe stepsLeft > 0 else { return .reachedSteps }
        if isIdle { runIdle(first) } else { runFirst(first) }
      } else if callsWhenIdle.isEmpty {
        return .idle
      } else {
        callsWhenIdle.removeFirst()()
      }
      if unsafe isStopped { return .stopped }
    }
  }

  /// The first entry, and whether it is idle work; nil if nothing is left that keeps a run alive.
  @inline(__always)
  private func nextEntry() -> (entry: EventQueue.Entry, isIdle: Bool)? {
    let first = unsafe queue.first()
    guard unsafe idleDue < .max else { return first.map { ($0, false) } }
    guard let idle = unsafe idleQueue.first() else {
      unsafe idleDue = .max
      return first.map { ($0, false) }
    }
    unsafe idleDue = idle.due
    guard let first else { return runsIdleWorkAlone ? (idle, true) : nil }
    return idle < first ? (idle, true) : (first, false)
  }

  private func runIdle(_ first: EventQueue.Entry) {
    let work = unsafe idleQueue.beginRun(first)
    unsafe clock = unsafe max(clock, Instant(nanoseconds: first.due))
    unsafe stepsLeft -= 1
    let next = work.run(at: now)
    Safepoint.pass()
    _ = unsafe idleQueue.continueRun(next)
    _ = unsafe idleQueue.endRun(work, first.key, next)
    unsafe idleDue = unsafe idleQueue.first()?.due ?? .max
  }

  /// Moves time forward and runs the work that becomes due. Without a duration, it runs the work
  /// that is due now.
  @discardableResult
  public func advance(by duration: Duration = .zero, steps: Int = .max) -> Outcome {
    advance(to: now.advanced(by: duration), steps: steps)
  }

  /// Moves time forward to `instant` and runs the work that is due up to and including it. Time
  /// does not move back.
  @discardableResult
  public func advance(to instant: Instant, steps: Int = .max) -> Outcome {
    let outcome = run(until: instant, steps: steps)
    if outcome == .idle || outcome == .reachedTime { moveClock(to: instant) }
    return outcome
  }

  /// Moves the clock without running work. It does not move back.
  func moveClock(to instant: Instant) {
    unsafe clock = unsafe max(clock, instant)
  }

  /// Returns the instant of the first queued work; nil if there is no work that keeps a run alive.
  package func nextDue() -> Instant? {
    nextEntry().map { Instant(nanoseconds: $0.entry.due) } ?? (callsWhenIdle.isEmpty ? nil : now)
  }

  /// Ends the current run when the running work returns. Queued work stays in the queue.
  public func stop() {
    unsafe isStopped = true
    unsafe freeUntil = Instant(nanoseconds: .min)
  }

  public var _horizon: Instant { unsafe isRunning ? limit : clock }

  public func _halt() -> Bool {
    stop()
    return true
  }

  /// Releases all queued work, without running it.
  public func removeAll() {
    _ = unsafe queue.removeAll()
    _ = unsafe idleQueue.removeAll()
    callsWhenIdle = []
  }

  public func _canContinue(at next: NextRun) -> Bool {
    Safepoint.pass()
    guard unsafe stepsLeft > 0, unsafe next.due < freeUntil || comesFirst(next) else {
      return false
    }
    unsafe stepsLeft &-= 1
    unsafe clock = unsafe max(clock, next.due)
    return true
  }

  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    Safepoint.pass()
    let (count, bound) = unsafe (min(dues.count, stepsLeft), freeUntil.nanoseconds)
    if unsafe count == 0 || dues[count - 1] < bound { return count }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if unsafe dues[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  public func _countFreeSteps(_ count: Int, until due: Instant) {
    unsafe stepsLeft &-= count
    unsafe clock = unsafe max(clock, due)
  }

  /// Returns whether the running work is still the first with `next`, and records the time up to
  /// which no other work is due.
  @inline(never)
  private func comesFirst(_ next: NextRun) -> Bool {
    guard mayRun(at: next.due), unsafe queue.staysFirst(next) else { return false }
    unsafe freeUntil = unsafe min(queue.nextOther(), limit, Instant(nanoseconds: idleDue))
    return true
  }

  /// Runs the first work, repeatedly as long as it stays the first.
  private func runFirst(_ first: EventQueue.Entry) {
    let work = unsafe queue.beginRun(first)
    var due = Instant(nanoseconds: first.due)
    var next: NextRun
    var isFirst: Bool
    repeat {
      unsafe clock = unsafe max(clock, due)
      unsafe stepsLeft -= 1
      next = work.run(at: now)
      Safepoint.pass()
      due = next.due
      isFirst = unsafe queue.continueRun(next)
    } while isFirst && mayRun(at: due)
    _ = unsafe queue.endRun(work, first.key, next)
    unsafe freeUntil = Instant(nanoseconds: .min)
  }

  private func mayRun(at due: Instant) -> Bool {
    unsafe due <= limit && due.nanoseconds < idleDue && stepsLeft > 0 && !isStopped
  }
}
