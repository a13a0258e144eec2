/// The single entry of a stage in a scheduler's queue, however often its time is postponed.
///
/// Postponing it costs only a ticket: the entry stays where it is, and when it is due it is queued
/// again with the ticket that was set last. So ten million values of a debounce leave no cancelled
/// entries, and the alarm still rings in the order in which its tickets were taken.
///
/// A run that waits is an alarm, or has one. A run of a generic type is best an alarm itself: there
/// may be one for each of a million keys, and one object is smaller than two.
@usableFromInline
package class Alarm {
  @usableFromInline let scheduler: any Scheduler
  /// The rule or run that waits, by which a test names work that is left.
  package let owner: Any.Type
  /// The ticket of the next ring, and the ticket with which the entry is queued or running.
  @usableFromInline @exclusivity(unchecked) var next: Ticket?
  @usableFromInline @exclusivity(unchecked) var inLine: Ticket?
  @usableFromInline @exclusivity(unchecked) private(set) var isBooked = false
  @usableFromInline @exclusivity(unchecked) private(set) var isStopped = false
  @exclusivity(unchecked) private var booking: Booking?
  /// Whether it rings only as long as other work is queued.
  @usableFromInline @exclusivity(unchecked) private(set) var isIdle = false
  /// The closure that is called when it rings, from the first time that the alarm is set until it is
  /// stopped or cleared.
  @exclusivity(unchecked) private var work: Work?

  /// A closure that receives the alarm. A run that is an alarm captures nothing in it: a captured
  /// run would be an allocation for each key, and would be retained around each call.
  @usableFromInline typealias Work = (Alarm) -> NextRun

  @usableFromInline
  init(on scheduler: any Scheduler, for owner: Any.Type) {
    self.scheduler = scheduler
    self.owner = owner
  }

  @inlinable var now: Instant { scheduler.now }

  /// Sets the time, or stops waiting. If the alarm is not booked yet, it is booked with the closure to
  /// call when it rings, which receives the instant for which it was set.
  @usableFromInline
  func set(at ticket: Ticket?, ring: @escaping (Instant) -> Void) {
    set(at: ticket, isIdle: false) { $0.run(ring) }
  }

  /// Does the same with a closure that calls `run`, where all types are known.
  @usableFromInline
  func set(at ticket: Ticket?, isIdle: Bool, work: @escaping Work) {
    guard let ticket else { return clear() }
    if postpone(to: ticket, isIdle: isIdle) { return }
    leaveQueue()
    book(isIdle: isIdle, work)
    _ = postpone(to: ticket, isIdle: isIdle)
  }

  /// Sets the time if that needs no new booking. An entry can be postponed, but not brought forward.
  @inlinable @inline(__always)
  func postpone(to ticket: Ticket, isIdle: Bool) -> Bool {
    guard unsafe isBooked, unsafe isIdle == self.isIdle else { return false }
    if let next = unsafe next, ticket < next { return false }
    unsafe next = ticket
    if unsafe inLine == nil { enterQueue(at: ticket) }
    return true
  }

  private func book(isIdle: Bool, _ work: @escaping Work) {
    guard unsafe !isStopped else { return }
    unsafe isBooked = true
    unsafe self.isIdle = isIdle
    unsafe self.work = work
    unsafe booking =
      isIdle ? scheduler._bookIdle { self.run(at: $0) } : scheduler.book(self)
  }

  /// Clears the time, and leaves the queue, where the entry would keep a playback alive.
  @usableFromInline
  func clear() {
    if unsafe next != nil { leaveQueue() }
  }

  private func leaveQueue() {
    unsafe (next, inLine, isBooked) = (nil, nil, false)
    unsafe work = nil
    if let booking = unsafe booking.take() { scheduler.cancel(booking) }
  }

  /// Leaves the queue for good.
  @usableFromInline
  func stop() {
    unsafe isStopped = true
    unsafe next = nil
    unsafe work = nil
    if let booking = unsafe booking { scheduler.cancel(booking) }
  }

  @usableFromInline
  func enterQueue(at ticket: Ticket) {
    guard unsafe !isStopped, let booking = unsafe booking else { return }
    // This is set first, because an immediate scheduler runs the work now.
    unsafe inLine = ticket
    scheduler.enqueue(booking, at: ticket)
  }
}

extension Alarm: ScheduledWork {
  @usableFromInline
  package func run(at instant: Instant) -> NextRun {
    unsafe work?(self) ?? .never
  }

  /// Rings if the entry in the queue is the one that was set last. Returns when it runs again.
  @inlinable @inline(__always)
  func run(_ ring: (Instant) -> Void) -> NextRun {
    if let due = unsafe next?.due, unsafe next == inLine {
      unsafe next = nil
      ring(due)
    }
    unsafe inLine = unsafe next
    guard unsafe !isStopped else { return .never }
    return unsafe next.map { .at($0) } ?? .parked
  }
}
