/// The single entry of a stage in a scheduler's queue, however often its time is postponed.
///
/// Postponing it costs only a ticket: the entry stays where it is, and when it is due it is queued
/// again with the ticket that was set last. So ten million values of a debounce leave no cancelled
/// entries, and the alarm still rings in the order in which its tickets were taken.
@usableFromInline
final class Alarm {
  @usableFromInline let scheduler: any Scheduler
  /// The ticket of the next ring, and the ticket with which the entry is queued or running.
  @usableFromInline @exclusivity(unchecked) var next: Ticket?
  @usableFromInline @exclusivity(unchecked) var inLine: Ticket?
  /// The instant of the last ring.
  @usableFromInline @exclusivity(unchecked) var lastRing: Instant?
  @usableFromInline @exclusivity(unchecked) private(set) var isBooked = false
  @usableFromInline @exclusivity(unchecked) private(set) var isStopped = false
  private var booking: Booking?
  /// Whether it rings only as long as other work is queued.
  private let isIdle: Bool
  /// The closure to call when the alarm rings, until the scheduler holds it.
  private var ring: (() -> Void)?

  @usableFromInline
  init(on scheduler: any Scheduler, isIdle: Bool = false) {
    self.scheduler = scheduler
    self.isIdle = isIdle
  }

  @inlinable var now: Instant { scheduler.now }
  /// Whether the alarm will ring unless it is stopped first.
  @inlinable var isSet: Bool { unsafe next != nil }

  /// Sets the closure to call when the alarm rings. This happens once per run, and not before it is
  /// needed. From then on the closure is held until the alarm is stopped; once the time is set, the
  /// scheduler holds it.
  @usableFromInline
  func book(_ ring: @escaping () -> Void) {
    guard unsafe !isStopped else { return }
    unsafe isBooked = true
    self.ring = ring
  }

  /// Sets the time. It replaces the previous time, which must not be later.
  @inlinable
  func set(at ticket: Ticket) {
    unsafe next = ticket
    if unsafe inLine == nil { enterQueue(at: ticket) }
  }

  /// Takes a ticket that is due `nanoseconds` after an instant, and sets the alarm to it.
  @inlinable
  func set(nanoseconds: Int64, after instant: Instant) {
    set(at: scheduler.takeTicket(due: instant.advanced(byNanoseconds: nanoseconds)))
  }

  /// Sets the alarm to the instant `nanoseconds` after another one, before everything else that is
  /// due then.
  @inlinable
  func setEarly(nanoseconds: Int64, after instant: Instant) {
    let due = instant.advanced(byNanoseconds: nanoseconds)
    set(at: scheduler.takeTicket(due: due).early)
  }

  /// Clears the time, and leaves the queue, where the entry would keep a playback alive. To be set
  /// to any time again, the alarm has to be booked again.
  @usableFromInline
  func clear() {
    guard unsafe next != nil else { return }
    unsafe (next, inLine, isBooked) = (nil, nil, false)
    ring = nil
    if let booking = booking.take() { scheduler.cancel(booking) }
  }

  /// Leaves the queue for good.
  @usableFromInline
  func stop() {
    unsafe isStopped = true
    unsafe next = nil
    ring = nil
    if let booking { scheduler.cancel(booking) }
  }

  @usableFromInline
  func enterQueue(at ticket: Ticket) {
    guard unsafe !isStopped, let booking = takeSlot() else { return }
    // This is set first, because an immediate scheduler runs the work now.
    unsafe inLine = ticket
    scheduler.enqueue(booking, at: ticket)
  }

  /// The booking with the scheduler, made when it is first needed.
  private func takeSlot() -> Booking? {
    if let ring = ring.take() {
      booking =
        isIdle
        ? scheduler._bookIdle { _ in self.run(ring) } : scheduler.book { _ in self.run(ring) }
    }
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
