/// Runs the effects of one store, in its isolation.
package final class EffectHost {
  package let mailbox = Mailbox()
  let scope = EffectScope()
  /// The `.run` effects that have not ended, by number.
  private var runs: [Int: Run] = [:]
  private var lastRun = 0
  /// The letters taken from the mailbox, and the index of the next one to pass on.
  private var arrived: [Mailbox.Letter] = []
  private var nextArrived = 0
  private var isTakingIn = false
  /// The effects of actions that are still running, by number.
  private var jobs: [Int: EffectJob] = [:]
  private var jobCount = 0
  /// Called at the first `.run` effect, when letters may arrive and there is no task that receives
  /// them.
  package var onFirstRun: (() -> Void)?

  /// Starts the tasks of `.run` effects outside the store's isolation, unless it is replaced.
  package var spawn: TaskSpawner = spawnTask(isolation: nil)

  private struct Run {
    let receive: (Any) -> Void
    let finish: () -> Void
  }

  package init() {}

  /// The number of `.run` effects that have not ended.
  package var runCount: Int { runs.count }

  /// Whether no effect is running.
  package var isIdle: Bool { jobs.isEmpty }

  /// Starts the effect of an action. Returns nil if the effect has already completed.
  package func start<Action>(
    _ effect: Effect<Action>, receive: @escaping (Action) -> Void
  ) -> EffectJob? {
    jobCount += 1
    let number = jobCount
    let job = EffectJob(host: self, scope: scope) { [weak self] in
      self?.jobs[number] = nil
      self?.mailbox.ring()
    }
    jobs[number] = job
    effect.start(
      in: job,
      into: EffectOutlet(
        receive: { [weak job] action in if job?.isOver == false { receive(action) } },
        finish: { [weak job] in job?.complete() }))
    job.onOver { [weak self] in self?.jobs[number] = nil }
    return job.isOver ? nil : job
  }

  /// Cancels all running effects.
  package func cancelAll() {
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) { job.cancel() }
    jobs = [:]
    mailbox.ring()
  }

  /// Starts a task that leaves its actions in the mailbox.
  func startRun<Action>(
    in job: EffectJob, into outlet: EffectOutlet<Action>,
    start: (Send<Action>, TaskSpawner) -> Task<Void, Never>
  ) {
    lastRun += 1
    let run = lastRun
    runs[run] = Run(
      receive: { [weak job] letter in
        if let action = letter as? Action {
          outlet.receive(action)
        } else if letter is DismissRequest {
          job?.scope.dismiss()
        } else if let request = letter as? CancelRequest {
          job?.scope.cancelEffects(id: request.id.value)
        }
      },
      finish: outlet.finish)
    let origin = RunOrigin(mailbox: mailbox, run: run, cancellations: job.scope.cancellations)
    let task = RunOrigin.$current.withValue(origin) {
      start(Send(mailbox: mailbox, run: run), spawn)
    }
    job.onStop { [weak self] in
      self?.runs[run] = nil
      task.cancel()
    }
    onFirstRun.take()?()
  }

  /// Passes on the letters in the mailbox, in order. Letters of a run that was cancelled in the
  /// meantime are dropped.
  package func takeIn() {
    while takeInFirst() {}
  }

  /// Passes on only the first letter. Returns false if there is none.
  package func takeInFirst() -> Bool {
    guard lastRun > 0, !isTakingIn else { return false }
    if nextArrived == arrived.count { (arrived, nextArrived) = (mailbox.takeAll(), 0) }
    guard nextArrived < arrived.count else { return false }
    let letter = arrived[nextArrived]
    nextArrived += 1
    isTakingIn = true
    defer { isTakingIn = false }
    guard let run = runs[letter.run] else { return true }
    if let action = letter.action {
      run.receive(action)
    } else {
      runs[letter.run] = nil
      run.finish()
    }
    return true
  }
}

/// Starts a function as a separate task.
package typealias TaskSpawner = (
  TaskPriority?, nonisolated(nonsending) @escaping () async -> Void
) -> Task<Void, Never>

/// Returns a function that starts tasks in an isolation; without one, it starts them on the shared
/// pool.
///
/// The functions need not be `Sendable`, which is the price for reducers that store their clients.
/// The compiler treats the task as part of the isolation of the caller.
package func spawnTask(isolation: isolated (any Actor)?) -> TaskSpawner {
  { priority, function in
    Task(priority: priority) {
      _ = isolation
      await function()
    }
  }
}
