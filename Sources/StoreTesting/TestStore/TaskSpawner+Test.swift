import Composable
import Dispatch
import Synchronization

/// Chooses where the `.run` effects of a test run, such that the test has the same result in each
/// run.
///
/// For a test on an actor, such as the main actor, they run on that actor while the test waits.
/// Parts of them without an actor, and all of them in a test without one, run on a separate
/// executor of the store. The actions that they send are received when the test next waits, or when
/// the effect has ended. A test that already has a preferred executor, as in virtual time, runs
/// them on that executor.
func taskSpawner(
  _ executor: PiecewiseExecutor, isolation: isolated (any Actor)?
) -> TaskSpawner {
  let spawn = spawnTask(isolation: isolation)
  if unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor != nil }) { return spawn }
  return { priority, function in
    executor.willStartTask()
    return spawn(priority) {
      await withTaskExecutorPreference(executor) {
        executor.hasStartedTask()
        await function()
      }
    }
  }
}

/// Runs tasks one job at a time. Letters that a job leaves in a mailbox become visible after the
/// job.
package final class PiecewiseExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "effects of a test store")
  private let mailbox: Mailbox
  private let isUsed = Atomic<Bool>(false)
  /// The number of jobs that have been queued.
  private let pieceCount = Atomic<Int>(0)
  /// The number of tasks that have been created but have not been enqueued here yet.
  private let startingCount = Atomic<Int>(0)

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isUsed.store(true, ordering: .relaxed)
    pieceCount.add(1, ordering: .relaxed)
    queue.async { [self] in
      mailbox.holdingBack { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  /// Waits until the currently queued jobs have run.
  ///
  /// An effect that sends from its own actor ends here. The test receives the action after the
  /// effect's job on that actor, when the effect's end is already queued.
  package func flush(isolation: isolated (any Actor)? = #isolation) async {
    guard isUsed.load(ordering: .relaxed) else { return }
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  func willStartTask() {
    startingCount.add(1, ordering: .relaxed)
  }

  func hasStartedTask() {
    startingCount.subtract(1, ordering: .relaxed)
  }
}

extension PiecewiseExecutor: TaskGround {
  /// The number of rounds without a new job that show that all tasks are waiting, and the maximum
  /// number of rounds. Tasks that never come to rest are not waited for.
  private static let (calmRounds, allRounds) = (3, 100_000)

  /// Lets ready tasks run. It is short, because each action of a test waits for it. In virtual time
  /// no task runs here, and this does nothing.
  func rest(isolation: isolated (any Actor)?) async {
    guard isUsed.load(ordering: .relaxed) || isStarting else { return }
    for _ in 0..<100 {
      if await takeTurn(isolation: isolation) { return }
    }
  }

  /// Lets tasks run for one turn. Returns true if none has run, and none is about to start.
  func takeTurn(isolation: isolated (any Actor)?) async -> Bool {
    let count = pieceCount.load(ordering: .relaxed)
    // Tasks on the test's own actor run between its turns. A starting task arrives from the pool.
    if isolation != nil || isStarting { await Task.yield() }
    await flush(isolation: isolation)
    return pieceCount.load(ordering: .relaxed) == count && !isStarting
  }

  private var isStarting: Bool { startingCount.load(ordering: .relaxed) > 0 }

  /// Tasks alternate between the test's actor and this queue. They are at rest when neither has run
  /// anything for some rounds.
  func settle(isolation: isolated (any Actor)?) async {
    var (calm, count) = (0, pieceCount.load(ordering: .relaxed))
    for _ in 0..<Self.allRounds where calm < Self.calmRounds {
      await Task.yield()
      await flush(isolation: isolation)
      let newCount = pieceCount.load(ordering: .relaxed)
      let isCalm = newCount == count && startingCount.load(ordering: .relaxed) == 0
      (calm, count) = (isCalm ? calm + 1 : 0, newCount)
    }
  }
}
