import Reactive
import Synchronization

/// A clock whose time advances only when a test moves it.
///
///     let clock = TestClock()
///     let store = TestStore(initialState: Timer.State()) {
///       Timer()
///     } withDependencies: {
///       $0.continuousClock = clock
///     }
///     await store.send(.startButtonTapped)
///     await clock.advance(by: .seconds(1))
///     await store.receive(.ticked) { $0.seconds = 1 }
///
/// It works on the main actor, where `withVirtualTime` cannot run. Before each step it waits for
/// the tasks that use it:
///
/// - If it is a dependency of a `TestStore`, time moves only when the effects of the store have
///   come to rest. The clock is informed of each of their steps, so a test has the same result
///   every time.
/// - For other tasks, it sees only whether they sleep or are cancelled. It lets them run until
///   twenty turns in a row have changed nothing. If a task on the actor of the test sleeps, works
///   and sleeps again, the clock waits for it each time. If a task runs on another thread, which
///   the system may suspend, or waits for something else in between, such as a file or another
///   machine, the task may be late. Where that must not happen, run the test in `withVirtualTime`,
///   which owns all threads, or wait for the task's value.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the clock's time: the time since the clock was created.
  public struct Instant: InstantProtocol {
    /// The time since the clock began.
    public let offset: Duration

    /// Creates an instant from the time since the clock began.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let due: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    /// The sleeping tasks, by their deadlines and then in the order in which they arrived.
    var sleepers: [Sleeper] = []
    /// The numbers of tasks that were cancelled before they slept.
    var cancelled: Set<Int> = []
    /// The numbers of tasks that were woken but have not had their turn yet.
    var woken: Set<Int> = []
    var lastNumber = 0
    var cancelCount = 0
    weak var ground: (any TaskGround)?
  }

  /// The maximum number of wake-ups in `run()`, which does not wait for work that never ends.
  private static var runLimit: Int { 10_000 }

  private let state: Mutex<State>

  /// Creates a clock at an instant.
  public init(now: Instant = Instant()) {
    state = Mutex(State(now: now))
  }

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  /// Makes the clock wait for the tasks of a ground before each of its steps.
  package func stand(on ground: any TaskGround) {
    state.withLock { $0.ground = ground }
  }

  /// Waits until the clock has been moved to the deadline. If the task is cancelled before or
  /// during the wait, the call throws `CancellationError` at once.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    defer {
      state.withLock { state in
        state.cancelled.remove(number)
        state.woken.remove(number)
      }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleeper(number: number, due: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    let wakes: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.contains(sleeper.number) { return .failure(CancellationError()) }
      if sleeper.due <= state.now { return .success(()) }
      let place = state.sleepers.firstIndex { sleeper.due < $0.due } ?? state.sleepers.count
      state.sleepers.insert(sleeper, at: place)
      return nil
    }
    if let wakes { sleeper.continuation.resume(with: wakes) }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      let place = state.sleepers.firstIndex { $0.number == number }
      state.cancelCount += 1
      if place == nil { state.cancelled.insert(number) }
      return place.map { state.sleepers.remove(at: $0).continuation }
    }
    sleeper?.resume(throwing: CancellationError())
  }

  // MARK: Moving

  /// Advances the clock and wakes all tasks that become due, one instant after another. Without a
  /// duration, it lets all tasks run that can.
  public func advance(
    by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation
  ) async {
    await settle(isolation: isolation)
    await advance(to: now.advanced(by: duration), isolation: isolation)
  }

  /// Advances the clock to an instant. It never moves back.
  public func advance(
    to deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async {
    await settle(isolation: isolation)
    while wakeNext(by: deadline) { await settle(isolation: isolation) }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the clock until no task is sleeping.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await settle(isolation: isolation)
    for _ in 0..<Self.runLimit {
      guard wakeNext(by: nil) else { return }
      await settle(isolation: isolation)
    }
    IssueReporter.report(
      """
      a test clock has woken tasks \(Self.runLimit) times, and a task sleeps again; use \
      'advance(by:)' for work that never ends
      """)
  }

  /// Throws if a task is sleeping.
  public func checkSuspension(isolation: isolated (any Actor)? = #isolation) async throws {
    await settle(isolation: isolation)
    let count = state.withLock { $0.sleepers.count }
    if count > 0 { throw SuspensionError(count: count) }
  }

  private func settle(isolation: isolated (any Actor)?) async {
    if let ground = state.withLock({ $0.ground }) {
      await ground.settle(isolation: isolation)
    } else {
      await TaskTurns.letOthersRun(isolation: isolation) {
        state.withLock { !$0.woken.isEmpty }
      } newsCount: {
        newsCount
      }
    }
  }

  /// The number of times that a task began to sleep, or was cancelled before it did.
  private var newsCount: Int {
    state.withLock { $0.lastNumber + $0.cancelCount }
  }

  /// Wakes the tasks that are due next, up to a deadline. Returns false if there are none.
  private func wakeNext(by deadline: Instant?) -> Bool {
    let woken = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard let due = state.sleepers.first?.due, deadline.map({ due <= $0 }) ?? true else {
        return []
      }
      state.now = max(state.now, due)
      let count = state.sleepers.prefix { $0.due <= due }.count
      defer { state.sleepers.removeFirst(count) }
      state.woken.formUnion(state.sleepers.prefix(count).map(\.number))
      return state.sleepers.prefix(count).map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
    return !woken.isEmpty
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

/// The error of `checkSuspension()`: a task is waiting for the clock.
public struct SuspensionError: Error, CustomStringConvertible {
  let count: Int

  public var description: String {
    "\(count == 1 ? "a task sleeps" : "\(count) tasks sleep") on a clock; advance it"
  }
}

/// The place where the tasks that wait for a test's clock run. The clock lets them come to rest
/// before it moves.
package protocol TaskGround: AnyObject, Sendable {
  /// Waits until every task is suspended.
  func settle(isolation: isolated (any Actor)?) async
}
