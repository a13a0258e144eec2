/// A clock with a queue that runs work when it is due.
///
/// Due work runs in the order of its tickets: by instant, and within one instant in the order in
/// which the tickets were taken.
public protocol Scheduler: AnyObject {
  /// The instant of the running work, or the one to which the clock was last moved.
  var now: Instant { get }

  /// Takes the next ticket for `due`. A ticket does nothing by itself: work that is to run later,
  /// but in the order of *now*, such as a delayed value, takes its ticket when the value arrives.
  func takeTicket(due: Instant) -> Ticket

  /// Registers work, without enqueuing it yet.
  func book(_ work: any ScheduledWork) -> Booking

  /// Registers a closure as work, without enqueuing it yet.
  ///
  /// For generic code: a method of a generic class that a scheduler calls is not specialized, which
  /// costs some 60 ns an event, whereas a closure is made where all types are known.
  func book(_ run: @escaping (Instant) -> NextRun) -> Booking

  /// Registers a closure as idle work: it runs in order with all other work, but only as long as
  /// other work is queued or news may arrive, so that it keeps no run going.
  func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking

  /// Enqueues booked work, which is queued at most once; its `run` returns its next run. Does
  /// nothing if the work is no longer booked.
  func enqueue(_ booking: Booking, at ticket: Ticket)

  /// Returns whether the running work may continue at `next` by itself, because no other queued
  /// work is earlier. The clock is then at that instant already. If not, the work returns `next`
  /// from its `run`. This is the short path for work that is first again and again.
  func _canContinue(at next: NextRun) -> Bool

  /// Returns the number of pieces of work with these due times, ascending and in nanoseconds, that
  /// the running work may do by itself, because no other queued work is earlier.
  func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int

  /// Records that the running work has done `count` of its free steps. The last one was due at
  /// `due`, to which the clock moves.
  func _countFreeSteps(_ count: Int, until due: Instant)

  /// Removes work from the queue, and releases it. Does nothing if the work is no longer booked.
  func cancel(_ booking: Booking)

  // The abilities of a scheduler are requirements, and never derived from its type, so that a
  // scheduler that wraps another one answers for it.

  /// Whether the clock never moves, so that no delay takes time.
  var _clockStandsStill: Bool { get }

  /// The last instant of the current run, beyond which no work runs. Work that is due later should
  /// not be started, so that the state saved between two runs does not contain it. Without a run it
  /// is the current instant; for a clock that moves by itself, the end of time.
  var _horizon: Instant { get }

  /// Ends the current run when the running work returns, so that the caller of the run can wait for
  /// news from elsewhere before time continues. Returns false if the run cannot be halted, because
  /// time moves by itself, or because there is no run.
  func _halt() -> Bool

  /// The instant of something that arrives from outside: that of the running work, or, between two
  /// pieces of work, the one that real time has reached. For a clock that others move it is `now`.
  var _present: Instant { get }

  /// Joins the inputs of a playback with the clock, and returns its kind. A clock that moves by
  /// itself asks them whether time may continue; it does not retain them.
  func _join(_ inputs: any _ClockInputs) -> _ClockKind

  /// Makes a sender for a reader on another thread. Its messages are received between two pieces of
  /// work, whatever the clock shows; a sender of `WallClockScheduler.makeSender` is for messages
  /// that are work of the instant at which they arrive. Returns nil if the scheduler accepts no
  /// messages, because it does not wait.
  func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>?
}

extension Scheduler {
  /// A scheduler that has no idle work treats it like any other.
  public func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking { book(run) }

  /// The long path is always correct.
  public func _canContinue(at next: NextRun) -> Bool { false }

  /// Single steps are always correct.
  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int { 0 }
  public func _countFreeSteps(_ count: Int, until due: Instant) {}

  public var _clockStandsStill: Bool { false }
  public var _horizon: Instant { .endOfTime }
  public func _halt() -> Bool { false }
  public var _present: Instant { now }
  public func _join(_ inputs: any _ClockInputs) -> _ClockKind { .moved }
  public func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>? { nil }

  /// Registers and enqueues work.
  @discardableResult
  public func schedule(_ work: any ScheduledWork, at ticket: Ticket) -> Booking {
    let booking = book(work)
    enqueue(booking, at: ticket)
    return booking
  }
}

/// The kinds of clocks, by what moves them.
public enum _ClockKind: Sendable {
  /// The work that is due, or a test.
  case moved
  /// Real time, from the start of a run on.
  case wall
  /// The calendar: instants are its times.
  case calendar
}

/// The inputs of a playback, for which a clock that moves by itself has to wait.
public protocol _ClockInputs: AnyObject {
  /// Returns the moment on the monotonic clock, in nanoseconds, until which no work may run unless
  /// there is news; nil if time may continue.
  func _awaited() -> Int64?

  /// Ends the inputs that have been stopped, and drops what is due later. Returns false if one of
  /// them is still reading, unless that is forced to end, too.
  func _end(isForced: Bool) -> Bool
}

/// The right of work to run at an instant, in the order of the tickets of that instant.
public struct Ticket: Hashable, Codable, Sendable {
  /// The instant at which the work is due.
  public let due: Instant
  @usableFromInline let order: UInt64

  @usableFromInline
  init(due: Instant, order: UInt64) {
    self.due = due
    self.order = order
  }

  /// Returns a ticket of the same order at another instant, for work that counts as scheduled when
  /// this ticket was taken.
  @inlinable
  public func moved(to due: Instant) -> Ticket {
    Ticket(due: due, order: order)
  }

  /// The ticket for work that comes before all other work of its instant, even if that took its
  /// ticket first. Early tickets of one instant keep the order in which they were taken.
  @inlinable
  package var early: Ticket { Ticket(due: due, order: order & (Self.firstOrder &- 1)) }

  /// The ticket for work that comes after all other work of its instant, even if that takes its
  /// ticket later. Late tickets of one instant keep the order in which they were taken.
  @inlinable
  package var late: Ticket { Ticket(due: due, order: order | Self.firstLateOrder) }

  /// The order of the first ticket that a queue issues; those of early tickets are below.
  @usableFromInline static var firstOrder: UInt64 { 1 << 62 }
  /// The order from which on tickets are late, above those that a queue issues.
  @usableFromInline static var firstLateOrder: UInt64 { 1 << 63 }
}

extension Ticket: Comparable {
  @inlinable
  public static func < (left: Ticket, right: Ticket) -> Bool {
    left.due == right.due ? left.order < right.order : left.due < right.due
  }
}

/// The handle of booked work, by which it is cancelled; it stays valid while the work runs
/// repeatedly.
///
/// It belongs to the scheduler that made it; its use with another one ends the program.
public struct Booking: Hashable, Sendable, BitwiseCopyable {
  let key: EventQueue.SlotKey
  /// The number of the queue that has the work.
  let queue: UInt32
}

/// Work that a scheduler runs: an object with its own state, so that an event needs no closure and
/// no allocation.
public protocol ScheduledWork: AnyObject {
  /// Does the work that is due at `instant`, and returns the next run.
  func run(at instant: Instant) -> NextRun
}

/// The next run of scheduled work.
public struct NextRun {
  @usableFromInline let due: Instant
  @usableFromInline let order: UInt64

  @usableFromInline
  init(due: Instant, order: UInt64) {
    self.due = due
    self.order = order
  }

  // Special orders that no ticket has.
  @inlinable static var newOrder: UInt64 { .max }
  @inlinable static var neverOrder: UInt64 { .max - 1 }
  @inlinable static var parkedOrder: UInt64 { .max - 2 }

  /// Never again: the work is released.
  @inlinable
  public static var never: NextRun { NextRun(due: .endOfTime, order: neverOrder) }

  /// Not until it is enqueued again: the work leaves the queue and stays booked.
  @inlinable
  package static var parked: NextRun { NextRun(due: .endOfTime, order: parkedOrder) }

  /// At `due`, after all work that already has a ticket.
  @inlinable
  public static func at(_ due: Instant) -> NextRun { NextRun(due: due, order: newOrder) }

  /// At an instant, in the order of a ticket that was taken earlier.
  @inlinable
  public static func at(_ ticket: Ticket) -> NextRun {
    NextRun(due: ticket.due, order: ticket.order)
  }

  var isQueued: Bool { order != Self.neverOrder && order != Self.parkedOrder }
  var isParked: Bool { order == Self.parkedOrder }
}

extension NextRun {
  /// The next place of the work in the queue, for code that lists the pending work elsewhere.
  package enum Place {
    case due(Instant)
    /// Booked, but not queued for now.
    case parked
    /// Released.
    case never
  }

  package var place: Place {
    if isQueued { return .due(due) }
    return isParked ? .parked : .never
  }
}
