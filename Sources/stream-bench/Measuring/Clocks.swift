import Platform

/// Measures what a job takes of this thread's time. Jobs do not wait, so that this is the time they
/// take on an idle machine; while others work on it as well, their share does not count.
func measured<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let start = CurrentThread.processorTime
  let result = try body()
  return (CurrentThread.processorTime - start, result)
}

/// Measures by the clock on the wall what takes place in other processes.
func measuredOnTheWall<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> (Duration, Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  return (clock.now - start, result)
}
