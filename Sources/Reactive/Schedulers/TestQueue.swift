public import Dispatch

/// A queue whose time stands still until the test moves it: what `DispatchQueue.test` gives.
public final class TestQueue: RunnableScheduler {
  private let line = VirtualScheduler()

  public init() {}

  /// Moves time forward, running what is due on the way; without a time, what is due now.
  public func advance(by stride: SchedulerStride = .zero) {
    line.advance(by: stride.duration)
  }

  /// Moves time forward, for tests that wait for something else meanwhile.
  public func advance(
    by stride: SchedulerStride = .zero, isolation: isolated (any Actor)? = #isolation
  ) async {
    line.advance(by: stride.duration)
  }

  /// Runs all that is in line, until nothing is left.
  public func run() {
    line.run()
  }

  /// Runs all that is in line, for tests that wait for something else meanwhile.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    line.run()
  }

  public var now: Instant { line.now }
  public func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }
  public func book(_ work: any ScheduledWork) -> Booking { line.book(work) }
  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking { line.book(run) }
  public func enqueue(_ booking: Booking, at ticket: Ticket) { line.enqueue(booking, at: ticket) }
  public func goesOn(at next: NextRun) -> Bool { line.goesOn(at: next) }
  public func freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    line.freeSteps(through: dues)
  }
  public func countFreeSteps(_ count: Int, until due: Instant) {
    line.countFreeSteps(count, until: due)
  }
  public func cancel(_ booking: Booking) { line.cancel(booking) }
  public func run(until limit: Instant, steps: Int) -> RunOutcome {
    line.run(until: limit, steps: steps)
  }
  public func stop() { line.stop() }
  public func halt() -> Bool { line.halt() }
}

/// A test queue in the place of a kind of scheduler.
public typealias TestSchedulerOf<Scheduler> = TestQueue

extension DispatchQueue {
  /// A queue for tests, whose time stands still until it is advanced.
  public static var test: TestQueue { TestQueue() }

  /// A queue on which everything is done at once, whatever delay it has.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
