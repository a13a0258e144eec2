public import Reactive
import ReactiveTesting

/// The clock of a run in virtual time. It advances when every task is waiting.
///
/// It can be used wherever a `Clock` can be used. Its instants are those of the run's `scheduler`,
/// and both have one queue: work that is due at one instant runs in the order in which it was
/// scheduled.
public struct VirtualClock: Clock {
  public typealias Instant = Reactive.Instant

  let executor: VirtualExecutor

  public var now: Instant { executor.ownRun?.now ?? executor.now }

  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until the deadline. If the task is cancelled before or during the wait, the call throws
  /// `CancellationError` at once. With a deadline that has passed, it lets other tasks run and
  /// returns.
  ///
  /// Outside the run it throws, and the run fails.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try await runOrFail().newSleeper(until: deadline, at: nil).rest()
  }

  /// Like `sleep(until:tolerance:)`, but messages contain the line.
  public nonisolated(nonsending) func sleep(
    for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) async throws {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let run = try runOrFail()
    try await run.newSleeper(until: run.now.advanced(by: duration), at: place).rest()
  }

  /// The scheduler of the run, for publishers that are played in it. They wait in the same queue.
  ///
  /// It may be used only on the run, as may everything that is made with it.
  public var scheduler: any Scheduler {
    guard let run = executor.ownRun else {
      preconditionFailure("the scheduler of a virtual clock was asked for outside of its run")
    }
    return run.scheduler
  }

  private func runOrFail() throws -> VirtualRun {
    if let run = executor.ownRun { return run }
    try Task.checkCancellation()
    executor.post(.escape("'clock.sleep'"))
    throw VirtualTimeError(
      .escape, at: now, in: SourcePlace(), Escape.clockOutside("'clock.sleep'").text)
  }
}
