/// A clock with a queue: runs work when it is due.
///
/// Due work runs in the order of its tickets: by instant, and within one instant in the order in
/// which the tickets were taken.
public protocol Scheduler: AnyObject {
  /// The instant whose work is running, or to which the clock was last moved.
  var now: Instant { get }

  /// Takes the next place in line at `due`. A ticket does nothing by itself: what is to run later in
  /// the order of *now*, such as a delayed value, takes its ticket when it arrives.
  func takeTicket(due: Instant) -> Ticket

  /// Takes work in, without putting it in line yet.
  func book(_ work: any ScheduledWork) -> Booking

  /// Takes a closure in as work, without putting it in line yet.
  ///
  /// For what is generic: a method of a generic class that a scheduler calls is not specialized, at
  /// some 60 ns an event, while a closure is made where all types are known.
  func book(_ run: @escaping (Instant) -> NextRun) -> Booking

  /// Puts booked work in line. Work is in line once at most; it says itself when it wants to run
  /// again. To put in line what is no longer booked does nothing.
  func enqueue(_ booking: Booking, at ticket: Ticket)

  /// Whether the work that is running may go on at `next` by itself, because nothing else in line
  /// comes before. The clock then stands at that instant already. If not, the work hands `next` back
  /// from its `run`. This is the short way for work that is first in line again and again.
  func _canContinue(at next: NextRun) -> Bool

  /// How many of the pieces of work with these dues, in nanoseconds and none before the one in front
  /// of it, the work that is running may do by itself, because nothing else in line comes before.
  func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int

  /// Takes note that the work that is running has done so many of its free steps, the last of which
  /// was due at an instant, where the clock stands now.
  func _countFreeSteps(_ count: Int, until due: Instant)

  /// Takes work out of line, and lets go of it. To cancel what is no longer booked does nothing.
  func cancel(_ booking: Booking)

  // What a scheduler can do is asked of it, and never found out by its type: a scheduler that wraps
  // another one answers for that.

  /// Whether the clock never moves: every delay takes no time.
  var _clockStandsStill: Bool { get }

  /// The last instant to which the run that is under way goes, and no work beyond it: what is due later
  /// should not be begun, so that what is remembered between two runs says nothing of it. If no run is
  /// under way, the present instant; the end of time for a clock that goes on by itself.
  var _horizon: Instant { get }

  /// Ends the run that is under way when the work at hand returns, so that whoever runs the scheduler
  /// can wait for news from elsewhere before time goes on. False if it cannot be halted: time goes on
  /// by itself, or nobody runs it.
  func _halt() -> Bool

  /// Makes a sender for other threads, as `WallClockScheduler.makeSender` does; nil if the scheduler
  /// takes no messages, because it does not wait.
  func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>?
}

extension Scheduler {
  /// The long way is always right.
  public func _canContinue(at next: NextRun) -> Bool { false }

  /// One by one is always right.
  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int { 0 }
  public func _countFreeSteps(_ count: Int, until due: Instant) {}

  public var _clockStandsStill: Bool { false }
  public var _horizon: Instant { .endOfTime }
  public func _halt() -> Bool { false }
  public func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>? { nil }

  /// Takes work in, and puts it in line.
  @discardableResult
  public func schedule(_ work: any ScheduledWork, at ticket: Ticket) -> Booking {
    let booking = book(work)
    enqueue(booking, at: ticket)
    return booking
  }
}

/// A place in line: an instant, and the order among the tickets of that instant.
public struct Ticket: Hashable, Codable, Sendable {
  /// The instant at which the work is due.
  public let due: Instant
  @usableFromInline let order: UInt64

  @usableFromInline
  init(due: Instant, order: UInt64) {
    self.due = due
    self.order = order
  }

  /// The same place in line at another instant, for what counts as scheduled when this was.
  @inlinable
  public func moved(to due: Instant) -> Ticket {
    Ticket(due: due, order: order)
  }
}

extension Ticket: Comparable {
  @inlinable
  public static func < (left: Ticket, right: Ticket) -> Bool {
    left.due == right.due ? left.order < right.order : left.due < right.due
  }
}

/// The handle of booked work, to cancel it by; it stays good while the work runs again and again.
///
/// It belongs to the scheduler that made it: to use it with another one ends the program.
public struct Booking: Hashable, Sendable, BitwiseCopyable {
  let key: EventQueue.SlotKey
  /// The number of the queue in which the work is.
  let queue: UInt32
}

/// Something that a scheduler runs: an object with its own state, so that an event needs no closure
/// and no allocation.
public protocol ScheduledWork: AnyObject {
  /// Does what is due at `instant`, and says when there is more.
  func run(at instant: Instant) -> NextRun
}

/// When scheduled work wants to run again.
public struct NextRun {
  @usableFromInline let due: Instant
  @usableFromInline let order: UInt64

  @usableFromInline
  init(due: Instant, order: UInt64) {
    self.due = due
    self.order = order
  }

  // Orders that no ticket has.
  @inlinable static var newOrder: UInt64 { .max }
  @inlinable static var neverOrder: UInt64 { .max - 1 }
  @inlinable static var parkedOrder: UInt64 { .max - 2 }

  /// Not again: the work is let go.
  @inlinable
  public static var never: NextRun { NextRun(due: .endOfTime, order: neverOrder) }

  /// Not until it is put in line again: the work leaves the line and stays booked.
  @inlinable
  package static var parked: NextRun { NextRun(due: .endOfTime, order: parkedOrder) }

  /// At `due`, behind everything that has its ticket already.
  @inlinable
  public static func at(_ due: Instant) -> NextRun { NextRun(due: due, order: newOrder) }

  /// With a ticket taken earlier.
  @inlinable
  public static func at(_ ticket: Ticket) -> NextRun {
    NextRun(due: ticket.due, order: ticket.order)
  }

  var isQueued: Bool { order != Self.neverOrder && order != Self.parkedOrder }
  var isParked: Bool { order == Self.parkedOrder }
}

extension NextRun {
  /// When the work is in line again, for whoever keeps a list of what is pending beside the queue.
  package enum Place {
    case due(Instant)
    /// Booked, and not in line for now.
    case parked
    /// Let go.
    case never
  }

  package var place: Place {
    if isQueued { return .due(due) }
    return isParked ? .parked : .never
  }
}
