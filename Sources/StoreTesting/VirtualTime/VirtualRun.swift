import Platform
import Reactive
import ReactiveTesting

/// One run in virtual time: the jobs that are ready, the tasks that wait for time, and the clock.
///
/// All of it stays on one thread, which runs nothing else during the run. Code on that thread reads
/// the run from `current`, so that a job needs neither a lock nor an unchecked promise to reach the
/// state of its run. Nothing here blocks: the run ends when no task can continue.
@safe final class VirtualRun {
  let executor: VirtualExecutor
  private let taskExecutor: UnownedTaskExecutor
  let scheduler = VirtualScheduler()
  let settings: Settings
  private(set) var failure: VirtualTimeError?
  private(set) var trace: JobTrace?
  // Unchecked, because no foreign code runs while one of these is changed.
  @exclusivity(unchecked) private var ready = JobQueue()
  private var chooser: JobChooser
  /// The last instant that time may reach.
  private let end: Instant
  @exclusivity(unchecked) private var stepsLeft: Int
  @exclusivity(unchecked) private var sleepers = SleeperTable()
  /// The task of the test. It is alive as long as the test has not ended.
  private var test: UnownedJob?
  private var hasTestEnded = false
  /// Whether the run is being closed.
  private var isClosing = false

  struct Settings: Sendable {
    var order = JobOrder.arrival
    var bounds = Bounds.standard
    var isTraced = false
    var place: SourcePlace
  }

  init(_ executor: VirtualExecutor, _ settings: Settings) {
    self.executor = executor
    self.settings = settings
    unsafe taskExecutor = unsafe executor.asUnownedTaskExecutor()
    chooser = JobChooser(settings.order)
    unsafe stepsLeft = settings.bounds.steps
    end = Instant.zero.advanced(by: settings.bounds.time)
    if settings.isTraced { trace = JobTrace() }
  }

  var now: Instant { scheduler.now }
}

// MARK: - The thread's run

extension VirtualRun {
  private static let ofThread = ThreadLocal<VirtualRun>(isOwner: false)

  /// The run whose jobs the current thread runs.
  static var current: VirtualRun? { ofThread.object }

  /// Runs all jobs on this thread. Cancels a test that cannot continue, and abandons the tasks that
  /// do not end even then.
  func run(cancelTest: @escaping () -> Void) {
    asCurrent {
      for item in executor.open() {
        switch item {
        case .job(let job):
          test = job
          add(job)
        case .cancelTest, .cancelSleep, .escape: cancelTest()
        }
      }
      runAll(cancelTest)
      if failure == nil { checkNothingIsLeft() }
      if failure != nil { cancelTest() }
      close()
    }
  }

  /// Makes this the run of the current thread while `body` is called.
  func asCurrent<Result>(_ body: () -> Result) -> Result {
    Self.ofThread.note(self)
    defer { Self.ofThread.note(nil) }
    return body()
  }
}

// MARK: - Jobs

extension VirtualRun {
  func add(_ job: UnownedJob) {
    unsafe ready.append(ReadyJob(job: job, isEscaped: false))
  }

  /// Adds a job that the runtime was about to send to the threads of the process.
  func addEscaped(_ job: UnownedJob) {
    unsafe ready.append(ReadyJob(job: job, isEscaped: true))
  }

  private func runAll(_ cancelTest: () -> Void) {
    while failure == nil {
      if executor.hasNews { takeNews(cancelTest) }
      if unsafe ready.count > 0 {
        runNext()
      } else if failure == nil {
        // Work that is due by now runs before the verdict, because a task that was cancelled before
        // its first step is queued for this instant.
        if hasTestEnded, !isSomethingDue { return }
        moveTime()
      }
    }
  }

  private var isSomethingDue: Bool { scheduler.nextDue().map { $0 <= now } ?? false }

  private func runNext() {
    guard unsafe stepsLeft > 0 else { return failEndless(.steps(settings.bounds.steps)) }
    unsafe stepsLeft -= 1
    let index = unsafe chooser.choose(of: ready.count)
    if trace != nil { unsafe trace?.note(ready, chosen: index, at: now) }
    unsafe run(ready.remove(at: index))
  }

  /// Runs a job until its task waits, on the executor that its task expects, so that it need not
  /// switch there first, which would take another turn.
  private func run(_ next: ReadyJob) {
    if next.isEscaped {
      runEscaped(next.job)
    } else {
      unsafe next.job.runSynchronously(on: taskExecutor)
    }
  }

  /// A real sleep in such a task is not reported, so the task is inspected when it waits.
  private func runEscaped(_ job: UnownedJob) {
    guard let task = TaskRecord(job) else { return unsafe job.runSynchronously(on: Self.anywhere) }
    task.whileAlive {
      unsafe job.runSynchronously(on: Self.anywhere)
      if failure == nil, RealSleep.isOf(task) { fail(.realSleep(task)) }
    }
  }

  /// Runs escaped jobs, and the jobs that they start, without checking for real sleeps and without
  /// moving time.
  func runEscaped() {
    while unsafe ready.count > 0 {
      unsafe ready.remove(at: 0).job.runSynchronously(on: Self.anywhere)
    }
  }

  /// The executor of code that is not isolated and prefers no executor. The runtime's name for it,
  /// which is all zeros, is not public.
  private static let anywhere = unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  private func takeNews(_ cancelTest: () -> Void) {
    for item in executor.takeNews() {
      switch item {
      case .job(let job):
        fail(.otherThread(TaskRecord(job)))
        add(job)
      case .cancelSleep(let number): cancelSleep(number)
      case .cancelTest: cancelTest()
      case .escape(let what): fail(.clockOutside(what))
      }
    }
  }

  func endTest() {
    hasTestEnded = true
  }
}

// MARK: - Time

extension VirtualRun {
  /// Moves time to the next due instant, once all tasks wait, and runs the work of that instant.
  private func moveTime() {
    guard let due = scheduler.nextDue(), due < .endOfTime else { return failStuck() }
    guard due <= end else {
      return failEndless(.time(settings.bounds.time))
    }
    let outcome = unsafe scheduler.run(until: due, steps: stepsLeft)
    unsafe stepsLeft = scheduler.stepsLeft
    executor.now = now
    if outcome == .reachedSteps { failEndless(.steps(settings.bounds.steps)) }
  }

  /// Returns a sleeper for a task that is about to sleep.
  func newSleeper(until deadline: Instant, at place: SourcePlace?) -> Sleeper {
    unsafe Sleeper(sleepers.reserve(), until: deadline, at: place, in: self)
  }

  /// Puts the task to sleep, even if its deadline has passed, so that others get their turn.
  func begin(_ sleeper: Sleeper) {
    // A cancelled task gets its turn as well, so that a loop that ignores its cancellation counts
    // as steps.
    let due = sleeper.isCancelled ? now : max(sleeper.deadline, now)
    let booking = scheduler.book(sleeper)
    sleeper.booking = booking
    unsafe sleepers.add(sleeper)
    scheduler.enqueue(booking, at: scheduler.takeTicket(due: due))
  }

  func forget(_ sleeper: Sleeper) {
    _ = unsafe sleepers.remove(sleeper.number)
  }

  func cancelSleep(_ number: Int) {
    // A task that is not sleeping yet notices its cancellation itself.
    guard let sleeper = unsafe sleepers.asleep(number) else { return }
    forget(sleeper)
    if let booking = sleeper.booking { scheduler.cancel(booking) }
    sleeper.wake(cancelled: true)
  }
}

// MARK: - Failing and ending

extension VirtualRun {
  func fail(_ escape: Escape) {
    fail(.escape, escape.text)
  }

  private func fail(_ reason: VirtualTimeError.Reason, _ text: String) {
    // Consequences of a failure are not reported.
    guard failure == nil, !isClosing else { return }
    failure = VirtualTimeError(reason, at: now, in: settings.place, text)
  }

  private func failEndless(_ limit: EndlessRun.Reason) {
    fail(.endless, "\(EndlessRun(limit, at: now, pending: []).headline)\n\(waiting)")
  }

  private func failStuck() {
    let waits = WaitReport(test)
    if let escape = waits.elsewhere { return fail(escape) }
    if !RuntimeHooks.isInstalled { return fail(.unseen) }
    fail(
      .deadlock,
      "deadlock: nothing can continue, and nothing waits for time\n"
        + waits.lines.joined(separator: "\n"))
  }

  private func checkNothingIsLeft() {
    guard scheduler.pendingCount > 0 else { return }
    fail(.unfinished, "the test has returned, but some work has not ended\n\(waiting)")
  }

  /// The tasks and timers that wait for time, and the jobs that are ready, as lines of a message.
  private var waiting: String {
    let sleeping = unsafe sleepers.all
    let lines = sleeping.prefix(10).map { "  \($0)" }
    let more = sleeping.count > 10 ? ["  … and \(sleeping.count - 10) more"] : []
    let timers = scheduler.pendingCount - sleeping.count
    let others =
      timers > 0
      ? ["  \(timers) " + (timers == 1 ? "timer of a publisher" : "timers of publishers")] : []
    let jobs = unsafe (0..<min(ready.count, 10)).map {
      unsafe "  \(name(of: ready[$0].job)) wants to run"
    }
    return (lines + more + others + jobs).joined(separator: "\n")
  }

  private func name(of job: UnownedJob) -> String {
    TaskRecord(job).map(\.description) ?? "an actor"
  }

  /// The limit of jobs that still run while the run is closed.
  private static let closingSteps = 10_000

  /// Cancels all sleeps, and runs the jobs that follow from that.
  private func close() {
    isClosing = true
    var steps = Self.closingSteps
    repeat {
      for sleeper in unsafe sleepers.all { cancelSleep(sleeper.number) }
      while unsafe ready.count > 0, steps > 0 {
        steps -= 1
        unsafe run(ready.remove(at: 0))
      }
    } while unsafe !sleepers.all.isEmpty && steps > 0
    scheduler.removeAll()
    executor.close()
    while unsafe ready.count > 0 { unsafe executor.runInRealTime(ready.remove(at: 0).job) }
  }
}
