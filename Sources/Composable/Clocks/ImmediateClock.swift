import Synchronization

/// A clock on which every sleep ends at once. Its time advances by the duration of the sleep.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = TestClock<Duration>.Instant

  private let time: Mutex<Instant>

  /// Creates a clock at an instant.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  public var now: Instant { time.withLock { $0 } }
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to the deadline, and yields to other tasks. Throws if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}
