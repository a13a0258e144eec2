/// A clock with a queue that runs work when it is due.
///
/// Due work runs in the order of its tickets: by instant, and within one instant in the order in
/// which the tickets were taken.
public protocol Scheduler: AnyObject {
  /// The instant of the running work, or the instant to which the clock was last moved.
  var now: Instant { get }

  /// Takes the next ticket for `due`. A ticket does nothing by itself: work that is supposed to run
  /// later, but in the order of *now*, such as a delayed value, takes its ticket when the value
  /// arrives.
  func takeTicket(due: Instant) -> Ticket

  /// Registers work, without enqueuing it yet.
  func book(_ work: any ScheduledWork) -> Booking

  /// Registers a closure as work, without enqueuing it yet.
  ///
  /// For generic code: a method of a generic class that a scheduler calls is not specialized, which
  /// costs some 60 ns per event, whereas a closure is made where all types are known.
  func book(_ run: @escaping (Instant) -> NextRun) -> Booking

  /// Registers a closure as idle work. It runs in order with all other work, but only as long as
  /// other work is queued or news may arrive, so that it does not keep a run alive.
  func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking

  /// Calls a closure once no work is left that keeps a run alive, at the instant of the last work.
  func _whenIdle(_ call: @escaping () -> Void)

  /// Enqueues booked work, which can be queued only once at a time. Its `run` returns its next run.
  /// Does nothing if the work is no longer booked.
  func enqueue(_ booking: Booking, at ticket: Ticket)

  /// Returns whether the running work may continue at `next` by itself, because no other queued
  /// work is earlier. If so, the clock is then already at that instant. If not, the work returns
  /// `next` from its `run`. This is the short path for work that is repeatedly first.
  func _canContinue(at next: NextRun) -> Bool

  /// Returns the number of pieces of work with these due times, ascending and in nanoseconds, that
  /// the running work may do by itself, because no other queued work is earlier.
  func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int

  /// Records that the running work has done `count` of its free steps. The last one was due at
  /// `due`, and the clock moves to that instant.
  func _countFreeSteps(_ count: Int, until due: Instant)

  /// Removes work from the queue, and releases it. Does nothing if the work is no longer booked.
  func cancel(_ booking: Booking)

  // The abilities of a scheduler are requirements, and are never derived from its type, so that a
  // scheduler that wraps another one can answer for it.

  /// Whether the clock never moves, so that no delay takes time.
  var _clockStandsStill: Bool { get }

  /// Whether the clock receives messages from other threads, so that it does not wait for a reader.
  var _receivesMessages: Bool { get }

  /// The last instant of the current run, after which no work runs. Work that is due later should
  /// not be started, so that the state saved between two runs does not contain it. Without a run it
  /// is the current instant. For a clock that moves by itself it is the end of time.
  var _horizon: Instant { get }

  /// Ends the current run when the running work returns, so that the caller of the run can wait for
  /// news from elsewhere before time continues. Returns false if the run cannot be halted, because
  /// time moves by itself, or because there is no run.
  func _halt() -> Bool

  /// The instant of something that arrives from outside. This is the instant of the running work
  /// or, between two pieces of work, the instant that real time has reached. For a clock that is
  /// moved by others it is `now`.
  var _present: Instant { get }

  /// Connects the inputs of a playback to the clock, and returns the kind of the clock. A clock
  /// that moves by itself asks the inputs whether time may continue. It does not retain them.
  func _join(_ inputs: any _ClockInputs) -> _ClockKind

  /// Makes a sender for a reader on another thread. Its messages are received between two pieces of
  /// work, whatever time it is. By contrast, the messages of a `WallClockScheduler.makeSender` are
  /// work of the instant at which they arrive. Returns nil if the scheduler accepts no messages,
  /// because it does not wait.
  func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>?
}

extension Scheduler {
  /// A scheduler without idle work treats it like any other work.
  public func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking { book(run) }

  public func _whenIdle(_ call: @escaping () -> Void) { call() }

  /// The long path is always correct.
  public func _canContinue(at next: NextRun) -> Bool { false }

  /// Single steps are always correct.
  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int { 0 }
  public func _countFreeSteps(_ count: Int, until due: Instant) {}

  public var _clockStandsStill: Bool { false }
  public var _receivesMessages: Bool { false }
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
  /// The work that is due moves the clock, or a test.
  case moved
  /// Real time moves the clock, from the start of a run.
  case wall
  /// The calendar moves the clock, and instants are calendar times.
  case calendar
}

/// The inputs of a playback, which a clock that moves by itself has to wait for.
public protocol _ClockInputs: AnyObject {
  /// Returns the moment on the monotonic clock, in nanoseconds, until which no work may run unless
  /// there is news; nil if time may continue.
  func _awaited() -> Int64?

  /// Ends the inputs that have been stopped, and drops their events that are due later on the
  /// scheduler that calls this. Returns false if one of them is still reading, unless that one is
  /// forced to end, too.
  func _end(isForced: Bool, on scheduler: WallClockScheduler) -> Bool

  /// Finishes the playback at the current instant, because the run ends before later work.
  func _leave()
}

/// The right of work to run at an instant, in the order of that instant's tickets.
public struct Ticket: Hashable, Sendable {
  /// The instant at which the work is due.
  public let due: Instant
  @usableFromInline let order: UInt64

  @inlinable
  package init(due: Instant, order: UInt64) {
    self.due = due
    self.order = order
  }

  /// Returns a ticket of the same order at another instant, for work that counts as scheduled when
  /// this ticket was taken.
  @inlinable
  public func moved(to due: Instant) -> Ticket {
    Ticket(due: due, order: order)
  }

  /// The ticket for work that comes before all other work of its instant, even if the other work
  /// took its ticket first. Early tickets of one instant keep the order in which they were taken.
  @inlinable
  package var early: Ticket { Ticket(due: due, order: order & (Self.firstOrder &- 1)) }

  /// The ticket for work that comes after all other work of its instant, even if the other work
  /// takes its ticket later. Late tickets of one instant keep the order in which they were taken.
  @inlinable
  package var late: Ticket { Ticket(due: due, order: order | Self.firstLateOrder) }

  /// The order of the first ticket that a queue issues. Early tickets have lower orders.
  @usableFromInline static var firstOrder: UInt64 { 1 << 62 }
  /// The order from which tickets are late. It is above the orders that a queue issues.
  @usableFromInline static var firstLateOrder: UInt64 { 1 << 63 }
}

extension Ticket: Comparable {
  @inlinable
  public static func < (left: Ticket, right: Ticket) -> Bool {
    left.due == right.due ? left.order < right.order : left.due < right.due
  }
}

/// The handle of booked work, which is used to cancel it. It stays valid while the work runs
/// repeatedly.
///
/// It belongs to the scheduler that made it. Using it with another scheduler ends the program.
public struct Booking: Hashable, Sendable, BitwiseCopyable {
  let key: EventQueue.SlotKey
  /// The number of the queue that contains the work.
  let queue: UInt32
}

/// Work that a scheduler runs. It is an object with its own state, so that an event needs no
/// closure and no allocation.
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

  /// The work does not run again, and is released.
  @inlinable
  public static var never: NextRun { NextRun(due: .endOfTime, order: neverOrder) }

  /// The work does not run until it is enqueued again: it leaves the queue and stays booked.
  @inlinable
  package static var parked: NextRun { NextRun(due: .endOfTime, order: parkedOrder) }

  /// The work runs at `due`, after all work that already has a ticket.
  @inlinable
  public static func at(_ due: Instant) -> NextRun { NextRun(due: due, order: newOrder) }

  /// The work runs at an instant, in the order of a ticket that was taken earlier.
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
    /// The work is booked, but not queued for now.
    case parked
    /// The work is released.
    case never
  }

  package var place: Place {
    if isQueued { return .due(due) }
    return isParked ? .parked : .never
  }
}
