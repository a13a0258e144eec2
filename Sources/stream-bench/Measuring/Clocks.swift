#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures what a job takes of this thread's time. Jobs do not wait, so that this is the time they
/// take on an idle machine; while others work on it as well, their share does not count.
func measured<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let start = threadTime()
  let result = try body()
  return (threadTime() - start, result)
}

/// Measures by the clock on the wall what takes place in other processes.
func measuredOnTheWall<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  return (clock.now - start, result)
}

private func threadTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}
