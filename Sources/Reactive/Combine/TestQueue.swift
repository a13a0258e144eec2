public import Dispatch

/// A queue whose time moves only when the test moves it; `DispatchQueue.test` returns one.
public final class TestQueue: RunnableScheduler {
  private let line = VirtualScheduler()
  /// The number of times that work was enqueued.
  private var enqueueCount = 0

  /// Creates a queue at time zero.
  public init() {}

  /// Moves time forward and runs the work that becomes due. Without a stride, it runs the work that
  /// is due now.
  public func advance(by stride: SchedulerStride = .zero) {
    line.advance(by: stride.duration)
  }

  /// Moves time forward and runs the work that becomes due. Tasks that have slept on the queue
  /// resume before time moves on from each instant.
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

  /// Runs all queued work, until none is left.
  public func run() {
    line.run()
  }

  /// Runs all queued work, until none is left. Tasks that have slept on the queue resume before
  /// time moves on from each instant.
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

/// A test queue, named after a scheduler type. The type is ignored.
public typealias TestSchedulerOf<Scheduler> = TestQueue

extension DispatchQueue {
  /// A new queue for tests, whose time moves only when it is advanced.
  public static var test: TestQueue { TestQueue() }

  /// A queue that runs all work at once, whatever its delay.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
