/// A scheduler that runs its queued work on request, and returns.
public protocol RunnableScheduler: Scheduler {
  /// Runs all work in order of its tickets, until none is left.
  ///
  /// The run is bounded by `limit`, an inclusive instant, and by `steps`, the number of pieces of
  /// work that may run.
  @discardableResult
  func run(until limit: Instant, steps: Int) -> RunOutcome

  /// Ends the current run when the running work returns. Queued work stays in the queue.
  func stop()
}

/// The reason why a scheduler's run ended.
public enum RunOutcome: Sendable, Hashable {
  /// The queue is empty.
  case idle
  /// The queued work is due after the limit of the run.
  case reachedTime
  /// The run has taken all the steps that it was allowed to take, and there is more work.
  case reachedSteps
  /// `stop()` was called.
  case stopped
  /// The queued work is due after the end of time, 292 years from the start.
  case endOfTime
}
