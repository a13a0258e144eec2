/// A scheduler that runs what is in line when it is told to, and comes back.
public protocol RunnableScheduler: Scheduler {
  /// Runs all that is due, in order, until nothing is left.
  ///
  /// What never ends is bounded by `limit`, whose instant is included, and by `steps`, the number of
  /// pieces of work that may run.
  @discardableResult
  func run(until limit: Instant, steps: Int) -> RunOutcome

  /// Ends the run that is under way when the work at hand returns. What is in line stays there.
  func stop()
}

/// Why a scheduler's run came to its end.
public enum RunOutcome: Sendable, Hashable {
  /// Nothing is in line any more.
  case idle
  /// What is in line is due later than the run was to go.
  case reachedTime
  /// The run took as many steps as it was allowed; there is more to do.
  case reachedSteps
  /// `stop()` was called.
  case stopped
  /// What is in line would be due after the end of time, 292 years from the start.
  case endOfTime
}
