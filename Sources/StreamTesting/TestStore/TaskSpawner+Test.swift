import Composable
import Dispatch

/// Says where `.run` effects run that a test sets off, such that the test sees the same in each run.
///
/// A test on an actor, as the main actor, has them on that actor: they run while it waits. A test that
/// has a preferred executor, as in virtual time, has them on that. For any other they run beside it, and
/// what they send is seen when they next wait for something, or have ended.
func taskSpawner(for mailbox: Mailbox, isolation: isolated (any Actor)?) -> TaskSpawner {
  if isolation != nil { return spawnTask(isolation: isolation) }
  let hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
  if hasExecutor { return spawnTask(isolation: nil) }
  let executor = PiecewiseExecutor(mailbox: mailbox)
  let spawn = spawnTask(isolation: nil)
  return { priority, function in
    spawn(priority) {
      await withTaskExecutorPreference(executor) { await function() }
    }
  }
}

/// Runs tasks one piece at a time; what they leave in a mailbox during a piece is seen after it.
private final class PiecewiseExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "effects of a test store")
  private let mailbox: Mailbox

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      mailbox.holdingBack { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
