public import Dispatch

/// A queue whose time stands still until the test moves it: what `DispatchQueue.test` gives.
public final class TestQueue: RunnableScheduler {
  private let line = VirtualScheduler()
  /// How often work was put in line.
  private var enqueueCount = 0

  /// Creates a queue whose clock stands at zero.
  public init() {}

  /// Moves time forward, running what is due on the way; without a time, what is due now.
  public func advance(by stride: SchedulerStride = .zero) {
    line.advance(by: stride.duration)
  }

  /// Moves time forward, and before each instant at which something is due lets tasks go on that have
  /// slept on the queue.
  public func advance(
    by stride: SchedulerStride = .zero, isolation: isolated (any Actor)? = #isolation
  ) async {
    await settle(isolation: isolation)
    let end = line.now.advanced(by: stride.duration)
    while let due = line.nextDue(), due <= end {
      line.advance(to: due)
      await settle(isolation: isolation)
    }
    line.advance(to: end)
  }

  /// Runs all that is in line, until nothing is left.
  public func run() {
    line.run()
  }

  /// Runs all that is in line, until nothing is left, and lets tasks go on that have slept on the queue.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await settle(isolation: isolation)
    while let due = line.nextDue() {
      line.advance(to: due)
      await settle(isolation: isolation)
    }
  }

  private func settle(isolation: isolated (any Actor)?) async {
    await TaskTurns.letOthersRun(isolation: isolation) { enqueueCount }
  }

  public var now: Instant { line.now }
  public func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }
  public func book(_ work: any ScheduledWork) -> Booking { line.book(work) }
  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking { line.book(run) }
  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    enqueueCount += 1
    line.enqueue(booking, at: ticket)
  }
  public func _canContinue(at next: NextRun) -> Bool { line._canContinue(at: next) }
  public func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    unsafe line._freeSteps(through: dues)
  }
  public func _countFreeSteps(_ count: Int, until due: Instant) {
    line._countFreeSteps(count, until: due)
  }
  public func cancel(_ booking: Booking) { line.cancel(booking) }
  public func run(until limit: Instant, steps: Int) -> RunOutcome {
    line.run(until: limit, steps: steps)
  }
  public func stop() { line.stop() }
  public var _horizon: Instant { line._horizon }
  public func _halt() -> Bool { line._halt() }
}

/// A test queue in the place of a kind of scheduler.
public typealias TestSchedulerOf<Scheduler> = TestQueue

extension DispatchQueue {
  /// A queue for tests, whose time stands still until it is advanced.
  public static var test: TestQueue { TestQueue() }

  /// A queue on which everything is done at once, whatever delay it has.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
