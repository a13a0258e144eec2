/// The one place that a stage keeps in a scheduler's line, however often its time is put off.
///
/// To put it off costs a ticket: the entry stays where it stands, and when its turn comes it goes
/// back in line with the ticket that was set last. So ten million values of a debounce leave no
/// cancelled entries behind, and what rings still has the place that was taken when it was set.
@usableFromInline
final class Alarm {
  @usableFromInline let scheduler: any Scheduler
  /// When to ring next, and with which ticket the entry is in line or running.
  @usableFromInline @exclusivity(unchecked) var next: Ticket?
  @usableFromInline @exclusivity(unchecked) var inLine: Ticket?
  /// When it rang last.
  @usableFromInline @exclusivity(unchecked) var lastRing: Instant?
  @usableFromInline @exclusivity(unchecked) private(set) var isBooked = false
  @usableFromInline @exclusivity(unchecked) private(set) var isStopped = false
  private var booking: Booking?
  /// What to do when it rings, until the scheduler holds it.
  private var ring: (() -> Void)?

  @usableFromInline
  init(on scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  @inlinable var now: Instant { scheduler.now }
  /// Whether it will ring, if it is not stopped before.
  @inlinable var isSet: Bool { unsafe next != nil }

  /// Says what to do when it rings. Once for a run, and not before it is needed: from then on the
  /// closure is held until the alarm is stopped, by the scheduler once the time is set.
  @usableFromInline
  func book(_ ring: @escaping () -> Void) {
    guard unsafe !isStopped else { return }
    unsafe isBooked = true
    self.ring = ring
  }

  /// Sets the time, in place of the one that was set before, which must not be later.
  @inlinable
  func set(at ticket: Ticket) {
    unsafe next = ticket
    if unsafe inLine == nil { enterLine(at: ticket) }
  }

  /// Takes the next place in line at so many nanoseconds after an instant, and sets the time to it.
  @inlinable
  func set(nanoseconds: Int64, after instant: Instant) {
    set(at: scheduler.takeTicket(due: instant.advanced(byNanoseconds: nanoseconds)))
  }

  /// Leaves the line for good.
  @usableFromInline
  func stop() {
    unsafe isStopped = true
    unsafe next = nil
    ring = nil
    if let booking { scheduler.cancel(booking) }
  }

  @usableFromInline
  func enterLine(at ticket: Ticket) {
    guard unsafe !isStopped, let booking = takeSlot() else { return }
    // Said first: an immediate scheduler runs the work now.
    unsafe inLine = ticket
    scheduler.enqueue(booking, at: ticket)
  }

  /// The entry of the scheduler, made when it is first needed.
  private func takeSlot() -> Booking? {
    if let ring = ring.take() { booking = scheduler.book { _ in self.run(ring) } }
    return booking
  }

  private func run(_ ring: () -> Void) -> NextRun {
    if let due = unsafe next?.due, unsafe next == inLine {
      unsafe (next, lastRing) = (nil, due)
      ring()
    }
    unsafe inLine = unsafe next
    guard unsafe !isStopped else { return .never }
    return unsafe next.map { .at($0) } ?? .parked
  }
}
