import Dispatch
import Reactive
import Synchronization

/// The executor of the tasks of a run in virtual time. It is the handle of the run that tasks on
/// any thread may hold.
///
/// Jobs of the run's own thread go straight to the run. Jobs from any other thread wait in an
/// inbox, and count as an escape. After the run, jobs continue in real time, because an abandoned
/// task must not hang the code that awaits it. A task that runs endlessly and ignores its
/// cancellation is slowed down, so that it does not take the processor from later tests.
final class VirtualExecutor: TaskExecutor {
  /// A message from another thread.
  enum News {
    case job(UnownedJob)
    case cancelSleep(Int)
    case cancelTest
    case escape(String)
  }

  private enum Inbox {
    /// The run has not begun. Messages are stored for its beginning.
    case early([News])
    case open([News])
    case closed
  }

  private let inbox = Mutex(Inbox.early([]))
  /// Whether the inbox may have messages. It is read before each job, so it is outside the lock.
  private let news = Atomic(false)
  /// The run's clock, for readers on other threads.
  private let time = Atomic<Int64>(0)
  /// The number of jobs that have continued in real time.
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

  /// Adds a message from another thread. Messages that arrive too late are ignored, except for
  /// jobs.
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

  /// Opens the inbox, and returns the messages that arrived before that.
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

  /// Ends the run. Later jobs, and those in the inbox, continue in real time. The inbox is emptied
  /// and closed in a single step, because a job that another thread adds in between would never
  /// run.
  func close() {
    let rest: [News] = inbox.withLock { inbox in
      defer { inbox = .closed }
      guard case .open(let items) = inbox else { return [] }
      return items
    }
    for case .job(let job) in rest { runInRealTime(job) }
  }

  func runInRealTime(_ job: UnownedJob) {
    let count = lateCount.wrappingAdd(1, ordering: .relaxed).newValue
    let pause = count > Self.quickJobs ? Self.pause : .nanoseconds(0)
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// The number of remaining jobs that run without a pause, and the pause before each later one.
  private static let (quickJobs, pause) = (1000, DispatchTimeInterval.milliseconds(10))
}
