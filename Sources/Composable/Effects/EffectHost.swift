/// Runs the effects of one store, in its isolation.
package final class EffectHost {
  package let mailbox = Mailbox()
  let scope = EffectScope()
  /// The `.run` effects that have not ended, by number.
  private var runs: [Int: Run] = [:]
  private var lastRun = 0
  /// What was taken out of the mailbox, and how much of it has been handed on.
  private var arrived: [Mailbox.Letter] = []
  private var nextArrived = 0
  private var isTakingIn = false
  /// The effects of actions that are still under way, by number.
  private var jobs: [Int: EffectJob] = [:]
  private var jobCount = 0
  /// Called when there may be letters that nobody takes in.
  package var onFirstRun: (() -> Void)?

  /// How the tasks of `.run` effects are started: off the store, if nothing else is said.
  package var spawn: TaskSpawner = spawnTask(isolation: nil)

  private struct Run {
    let receive: (Any) -> Void
    let finish: () -> Void
  }

  package init() {}

  /// How many `.run` effects have not ended.
  package var runCount: Int { runs.count }

  /// Whether no effect is under way.
  package var isIdle: Bool { jobs.isEmpty }

  /// Starts the effect of an action. Nil if it has finished by the time that this returns.
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

  /// Stops all that is under way.
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

  /// Hands on what has come into the mailbox, in order. Letters of a run that was cancelled meanwhile
  /// are dropped.
  package func takeIn() {
    while takeInFirst() {}
  }

  /// Hands on only the letter that came first. False if there is none.
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

/// Starts a function as a task of its own.
package typealias TaskSpawner = (
  TaskPriority?, nonisolated(nonsending) @escaping () async -> Void
) -> Task<Void, Never>

/// Starts tasks in an isolation, and without one on the shared pool.
///
/// What they run need not be `Sendable`: that is the price for reducers that hold their clients. The
/// compiler takes the task to be in the isolation of the caller.
package func spawnTask(isolation: isolated (any Actor)?) -> TaskSpawner {
  { priority, function in
    Task(priority: priority) {
      _ = isolation
      await function()
    }
  }
}
