import Composable
import Dispatch
import Synchronization

/// Says where `.run` effects run that a test sets off, such that the test sees the same in each run.
///
/// A test on an actor, as the main actor, has them on that actor: they run while it waits. What of them
/// runs on no actor, as all of them in a test without one, runs on an executor of the store's own, and
/// what it sends is seen when it next waits for something, or has ended. A test that has a preferred
/// executor already, as in virtual time, has them on that.
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

/// Runs tasks one piece at a time; what they leave in a mailbox during a piece is seen after it.
final class PiecewiseExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "effects of a test store")
  private let mailbox: Mailbox
  private let isUsed = Atomic<Bool>(false)
  /// How many pieces have been put in line.
  private let pieceCount = Atomic<Int>(0)
  /// How many tasks have been made that have not come here yet.
  private let startingCount = Atomic<Int>(0)

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    isUsed.store(true, ordering: .relaxed)
    pieceCount.add(1, ordering: .relaxed)
    queue.async { [self] in
      mailbox.holdingBack { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  /// Waits until the pieces have run that are in line now.
  ///
  /// An effect that sends on an actor of its own ends here. The test hears of the action behind the
  /// effect's piece on that actor, when its end is in line already.
  func flush(isolation: isolated (any Actor)? = #isolation) async {
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
  /// How many rounds without a new piece show that all tasks wait, and how many rounds there are at most:
  /// what never comes to rest is not waited for.
  private static let (calmRounds, allRounds) = (3, 100_000)

  /// Lets tasks go on that need nothing but their turn. It is short, because each action of a test waits
  /// for it; in virtual time no task runs here, and nothing is done.
  func rest(isolation: isolated (any Actor)?) async {
    guard isUsed.load(ordering: .relaxed) || isStarting else { return }
    for _ in 0..<100 {
      if await takeTurn(isolation: isolation) { return }
    }
  }

  /// Lets tasks run for a turn. True if none has done anything, and none is about to start.
  func takeTurn(isolation: isolated (any Actor)?) async -> Bool {
    let count = pieceCount.load(ordering: .relaxed)
    // On an actor of the test's own tasks run between its turns; one that starts comes from the pool.
    if isolation != nil || isStarting { await Task.yield() }
    await flush(isolation: isolation)
    return pieceCount.load(ordering: .relaxed) == count && !isStarting
  }

  private var isStarting: Bool { startingCount.load(ordering: .relaxed) > 0 }

  /// Tasks go to and fro between the test's actor and this line; they are at rest when neither has had
  /// anything to do for some rounds.
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
