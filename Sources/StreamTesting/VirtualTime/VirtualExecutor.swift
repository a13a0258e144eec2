import Dispatch
import Reactive
import Synchronization

/// Where the tasks of a run in virtual time send their jobs: the handle of the run that tasks of any
/// thread may hold.
///
/// Jobs of the run's own thread go straight to the run. What comes from any other thread waits in an
/// inbox, and is what the run calls an escape. After the run, jobs go on in real time: a task that was
/// given up must not hang whoever awaits it. One that goes on without end, deaf to its cancellation,
/// is slowed down: it must not take the processor from the tests behind it.
final class VirtualExecutor: TaskExecutor {
  /// What another thread has to say.
  enum News {
    case job(UnownedJob)
    case cancelSleep(Int)
    case cancelTest
    case escape(String)
  }

  private enum Inbox {
    /// The run has not begun: what comes is its beginning.
    case early([News])
    case open([News])
    case closed
  }

  private let inbox = Mutex(Inbox.early([]))
  /// Whether the inbox may have something; read before each job, so it is not behind the lock.
  private let news = Atomic(false)
  /// The run's clock, for those who read it from other threads.
  private let time = Atomic<Int64>(0)
  /// How many jobs have gone on in real time.
  private let lateCount = Atomic<Int>(0)

  var now: Instant {
    get { Instant(nanoseconds: time.load(ordering: .relaxed)) }
    set { time.store(newValue.nanoseconds, ordering: .relaxed) }
  }

  var hasNews: Bool { news.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let run = ownRun { run.add(job) } else { post(.job(job)) }
  }

  /// The run of this thread, if it is this executor's.
  var ownRun: VirtualRun? {
    guard let run = VirtualRun.current, run.executor === self else { return nil }
    return run
  }

  /// Takes news from another thread. What comes too late is of no interest, but for jobs.
  func post(_ item: News) {
    let isClosed = inbox.withLock { inbox in
      switch (inbox, item) {
      case (.early(let items), _): inbox = .early(items + [item])
      case (.open(let items), _): inbox = .open(items + [item])
      case (.closed, _): return true
      }
      return false
    }
    news.store(true, ordering: .relaxed)
    if isClosed, case .job(let job) = item { runInRealTime(job) }
  }

  /// Begins to take news, and gives what was there before.
  func open() -> [News] {
    inbox.withLock { inbox in
      guard case .early(let items) = inbox else { return [] }
      inbox = .open([])
      return items
    }
  }

  func takeNews() -> [News] {
    news.store(false, ordering: .relaxed)
    return inbox.withLock { inbox in
      guard case .open(let items) = inbox else { return [] }
      inbox = .open([])
      return items
    }
  }

  /// Ends the run: what comes from now on, and what has come, goes on in real time.
  func close() {
    let rest = takeNews()
    inbox.withLock { $0 = .closed }
    for case .job(let job) in rest { runInRealTime(job) }
  }

  func runInRealTime(_ job: UnownedJob) {
    let count = lateCount.wrappingAdd(1, ordering: .relaxed).newValue
    let pause = count > Self.quickJobs ? Self.pause : .nanoseconds(0)
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// How many jobs of what was left over run without a pause, and the pause before each that follows.
  private static let (quickJobs, pause) = (1000, DispatchTimeInterval.milliseconds(10))
}
