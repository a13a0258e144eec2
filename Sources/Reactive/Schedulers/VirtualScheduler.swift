/// A scheduler whose time is a number: it moves when it is told to, and at once.
///
/// Six hours of timers take as long as the work they set off. Nothing here reads a real clock, so
/// that the same work gives the same result every time.
public final class VirtualScheduler: RunnableScheduler {
  /// How a run ended.
  public typealias Outcome = RunOutcome

  public var now: Instant { unsafe clock }

  // Unchecked, here and below: nothing foreign runs while one of these is read or changed. The
  // checks would be a third of an event's cost.
  @exclusivity(unchecked) private var clock: Instant
  /// No method of the queue runs foreign code, so no two of its calls can overlap.
  @exclusivity(unchecked) var queue = EventQueue()
  private(set) var isRunning = false
  @exclusivity(unchecked) private var isStopped = false
  /// How far the run that is under way may go.
  @exclusivity(unchecked) private var limit = Instant.zero
  /// Before this instant nothing is due but the work that runs, and the run goes at least that far.
  @exclusivity(unchecked) private var freeUntil = Instant(nanoseconds: .min)
  /// How many steps the run may still take, or the last one did not take.
  @exclusivity(unchecked) private(set) var stepsLeft = 0

  /// Creates a scheduler whose clock stands at an instant.
  public init(now: Instant = .zero) {
    unsafe clock = now
  }

  /// How many pieces of work are in line.
  public var pendingCount: Int { unsafe queue.count }

  public func takeTicket(due: Instant) -> Ticket {
    unsafe queue.takeTicket(due: due)
  }

  public func book(_ work: any ScheduledWork) -> Booking {
    unsafe queue.book(.object(work))
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    unsafe queue.book(.closure(run))
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    unsafe queue.enqueue(booking, at: ticket)
    unsafe freeUntil = unsafe min(freeUntil, ticket.due)
  }

  public func cancel(_ booking: Booking) {
    _ = unsafe queue.remove(booking)
  }

  /// Runs all that is due, moving time from one due instant to the next, until nothing is left.
  ///
  /// What never ends is bounded by `until`, whose instant is included, and by `steps`, the number of
  /// pieces of work that may run.
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
    while let first = unsafe queue.first() {
      let due = Instant(nanoseconds: first.due)
      guard unsafe due <= limit else { return .reachedTime }
      guard due < .endOfTime else { return .endOfTime }
      guard unsafe stepsLeft > 0 else { return .reachedSteps }
      runFirst(first)
      if unsafe isStopped { return .stopped }
    }
    return .idle
  }

  /// Moves time forward, running what is due on the way; without a duration, what is due now.
  @discardableResult
  public func advance(by duration: Duration = .zero, steps: Int = .max) -> Outcome {
    advance(to: now.advanced(by: duration), steps: steps)
  }

  /// Moves time forward to `instant`, running what is due until then, that instant included. Time
  /// does not move back.
  @discardableResult
  public func advance(to instant: Instant, steps: Int = .max) -> Outcome {
    let outcome = run(until: instant, steps: steps)
    if outcome == .idle || outcome == .reachedTime { moveClock(to: instant) }
    return outcome
  }

  /// Moves the clock without running anything. It does not move back.
  func moveClock(to instant: Instant) {
    unsafe clock = unsafe max(clock, instant)
  }

  /// When the first work in line is due; nil if there is none.
  package func nextDue() -> Instant? {
    unsafe queue.first().map { Instant(nanoseconds: $0.due) }
  }

  /// Ends the run that is under way when the work at hand returns. What is in line stays there.
  public func stop() {
    unsafe isStopped = true
    unsafe freeUntil = Instant(nanoseconds: .min)
  }

  public var _horizon: Instant { unsafe isRunning ? limit : clock }

  public func _halt() -> Bool {
    stop()
    return true
  }

  /// Lets go of all that is in line, without running it.
  public func removeAll() {
    _ = unsafe queue.removeAll()
  }

  public func _canContinue(at next: NextRun) -> Bool {
    guard unsafe stepsLeft > 0, unsafe next.due < freeUntil || comesFirst(next) else {
      return false
    }
    unsafe stepsLeft &-= 1
    unsafe clock = unsafe max(clock, next.due)
    return true
  }

  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
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

  /// Looks through the queue whether the work that runs comes first with `next`, and notes how long it
  /// will be alone.
  @inline(never)
  private func comesFirst(_ next: NextRun) -> Bool {
    guard mayRun(at: next.due), unsafe queue.staysFirst(next) else { return false }
    unsafe freeUntil = unsafe min(queue.nextOther(), limit)
    return true
  }

  /// Runs the first work in line, again and again as long as it is the first.
  private func runFirst(_ first: EventQueue.Entry) {
    let work = unsafe queue.beginRun(first)
    var due = Instant(nanoseconds: first.due)
    var next: NextRun
    var isFirst: Bool
    repeat {
      unsafe clock = unsafe max(clock, due)
      unsafe stepsLeft -= 1
      next = work.run(at: now)
      due = next.due
      isFirst = unsafe queue.continueRun(next)
    } while isFirst && mayRun(at: due)
    _ = unsafe queue.endRun(work, first.key, next)
    unsafe freeUntil = Instant(nanoseconds: .min)
  }

  private func mayRun(at due: Instant) -> Bool {
    unsafe due <= limit && due < .endOfTime && stepsLeft > 0 && !isStopped
  }
}

extension VirtualScheduler {
  /// How many of its steps the last run did not take.
  package var unusedSteps: Int { unsafe stepsLeft }
}
