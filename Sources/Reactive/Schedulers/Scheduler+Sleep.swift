import Synchronization

extension Scheduler {
  /// Waits until the given time has passed on this scheduler. If the task is cancelled before or
  /// during the wait, the call throws `CancellationError` at once.
  ///
  ///     try await mainQueue.sleep(for: .seconds(1))
  public func sleep(
    for interval: SchedulerStride, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    _ = try await wait(isolation: isolation) { $0.advanced(by: interval.duration) }
  }

  /// Waits until an instant of this scheduler.
  public func sleep(
    until due: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    _ = try await wait(isolation: isolation) { _ in due }
  }

  /// Waits until the instant that `due` computes from the current one, and returns the instant at
  /// which the wait ended.
  fileprivate func wait(
    isolation: isolated (any Actor)?, until due: (Instant) -> Instant
  ) async throws -> Instant {
    try Task.checkCancellation()
    let wait = SchedulerWait()
    let start = now
    let handle = schedule(after: start.duration(to: due(start))) { wait.end() }
    // Cancelled work is removed from the scheduler here, in the scheduler's isolation, and not
    // where the task was cancelled.
    defer { handle.cancel() }
    try await wait.untilOver(isolation: isolation)
    return now
  }
}

extension AnyScheduler {
  /// Waits until the given time has passed on this scheduler, from any isolation.
  public func sleep(
    for interval: SchedulerStride, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    _ = try await waitAtHome(isolation: isolation) { $0.advanced(by: interval.duration) }
  }

  /// Waits until an instant of this scheduler, from any isolation.
  public func sleep(
    until due: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    _ = try await waitAtHome(isolation: isolation) { _ in due }
  }

  /// Returns an asynchronous sequence that emits the instant each time an interval has passed,
  /// until its task is cancelled.
  ///
  ///     for await _ in mainQueue.timer(interval: .seconds(1)) { await send(.ticked) }
  public func timer(interval: SchedulerStride) -> SchedulerTimer {
    SchedulerTimer(scheduler: self, interval: interval.duration)
  }

  fileprivate func waitAtHome(
    isolation: isolated (any Actor)?, until due: @Sendable (Instant) -> Instant
  ) async throws -> Instant {
    try await wait(isolation: home ?? isolation, until: due)
  }
}

/// An asynchronous sequence that emits the instant each time an interval has passed on a scheduler.
public struct SchedulerTimer: AsyncSequence, Sendable {
  public typealias Element = Instant
  public typealias Failure = Never

  let scheduler: AnyScheduler
  let interval: Duration

  public func makeAsyncIterator() -> Iterator {
    Iterator(scheduler: scheduler, interval: interval)
  }

  /// An iterator that waits for each instant in turn.
  public struct Iterator: AsyncIteratorProtocol {
    let scheduler: AnyScheduler
    let interval: Duration
    var last: Instant?

    init(scheduler: AnyScheduler, interval: Duration) {
      self.scheduler = scheduler
      self.interval = interval
    }

    public mutating func next() async -> Instant? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Instant? {
      let (last, interval) = (last, interval)
      do {
        // The wait is counted from the previous instant, so that a slow task does not delay later
        // ones.
        let now = try await scheduler.waitAtHome(isolation: actor) { now in
          Swift.max(now, (last ?? now).advanced(by: interval))
        }
        self.last = last.map { Swift.max(now, $0.advanced(by: interval)) } ?? now
        return now
      } catch {
        return nil
      }
    }
  }
}

/// One wait of a task. It is ended by the scheduler, or by a cancellation from any thread.
private final class SchedulerWait: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Void, any Error>)
    case over(Result<Void, any Error>)
  }

  private let state = Mutex(State.open)

  func end() { end(with: .success(())) }

  func untilOver(isolation: isolated (any Actor)?) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin($0) }
    } onCancel: {
      end(with: .failure(CancellationError()))
    }
  }

  private func begin(_ continuation: CheckedContinuation<Void, any Error>) {
    let result: Result<Void, any Error>? = state.withLock { state in
      if case .over(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private func end(with result: Result<Void, any Error>) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      switch state {
      case .over: return nil
      case .open:
        state = .over(result)
        return nil
      case .waiting(let continuation):
        state = .over(result)
        return continuation
      }
    }
    continuation?.resume(with: result)
  }
}
