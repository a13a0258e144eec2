import Platform
import Synchronization

extension Scheduler {
  /// Returns the scheduler as a dependency: `$0.mainQueue = scheduler.eraseToAnyScheduler()`.
  public func eraseToAnyScheduler(isolation: (any Actor)? = #isolation) -> AnyScheduler {
    AnyScheduler(self, isolation: isolation)
  }
}

/// A handle to a scheduler that can travel in dependencies.
///
/// A scheduler belongs to the isolation that created it, but dependencies go everywhere. Therefore
/// the handle is `Sendable`, and each of its methods checks that the call comes from the isolation
/// in which the handle was created. A call from another isolation ends the program with a message.
/// Where there is no isolation to check, simultaneous calls from two threads are detected.
///
/// The conformance is unchecked, and is the only such one in this package. The methods ensure that
/// the wrapped scheduler is used from one isolation only, which the compiler cannot know.
public final class AnyScheduler: Scheduler, @unchecked Sendable {
  let scheduler: any Scheduler
  let home: (any Actor)?
  /// The thread that is currently in a method, if there is no isolation to check; 0 for none.
  private let inside = Atomic<UInt>(0)

  /// Wraps a scheduler, which may be used only in the given isolation.
  public init(_ scheduler: any Scheduler, isolation: (any Actor)? = #isolation) {
    self.scheduler = scheduler
    home = isolation
  }

  public var now: Instant { enter { scheduler.now } }

  public func takeTicket(due: Instant) -> Ticket {
    enter { scheduler.takeTicket(due: due) }
  }

  public func book(_ work: any ScheduledWork) -> Booking {
    enter { scheduler.book(work) }
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    enter { scheduler.book(run) }
  }

  public func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking {
    enter { scheduler._bookIdle(run) }
  }

  public func _whenIdle(_ call: @escaping () -> Void) {
    enter { scheduler._whenIdle(call) }
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    enter { scheduler.enqueue(booking, at: ticket) }
  }

  public func _canContinue(at next: NextRun) -> Bool {
    enter { scheduler._canContinue(at: next) }
  }

  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    enter { unsafe scheduler._freeSteps(through: dues) }
  }

  public func _countFreeSteps(_ count: Int, until due: Instant) {
    enter { scheduler._countFreeSteps(count, until: due) }
  }

  public func cancel(_ booking: Booking) {
    enter { scheduler.cancel(booking) }
  }

  public var _clockStandsStill: Bool { enter { scheduler._clockStandsStill } }
  public var _receivesMessages: Bool { enter { scheduler._receivesMessages } }

  public var _horizon: Instant { enter { scheduler._horizon } }
  public func _halt() -> Bool { enter { scheduler._halt() } }
  public var _present: Instant { enter { scheduler._present } }
  public func _join(_ inputs: any _ClockInputs) -> _ClockKind { enter { scheduler._join(inputs) } }

  public func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>? {
    enter { scheduler._makeSender(for: type, closed: closed, receive: receive) }
  }

  private func enter<Result>(_ call: () -> Result) -> Result {
    if let home {
      home.requireCurrent(
        """
        a scheduler was used from a different isolation: it belongs to \(home), where it \
        was put into dependencies
        """)
      return call()
    }
    let thread = CurrentThread.identity
    let (isOutermost, holder) = inside.compareExchange(
      expected: 0, desired: thread, ordering: .acquiring)
    precondition(
      isOutermost || holder == thread,
      "a scheduler was used from two threads at once; it belongs to one isolation")
    defer { if isOutermost { inside.store(0, ordering: .releasing) } }
    return call()
  }
}
