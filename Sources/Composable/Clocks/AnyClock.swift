/// A clock of any type with a given type of duration.
///
///     let clock = AnyClock(ContinuousClock())
///
/// Its instants count from the moment at which it was created.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = TestClock<Duration>.Instant

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let wait: @Sendable (Instant, Duration?) async throws -> Void

  /// Wraps a clock and hides its type.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    readNow = { Instant(offset: start.duration(to: clock.now)) }
    readResolution = { clock.minimumResolution }
    wait = { deadline, tolerance in
      try await clock.sleep(until: start.advanced(by: deadline.offset), tolerance: tolerance)
    }
  }

  public var now: Instant { readNow() }
  public var minimumResolution: Duration { readResolution() }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline, tolerance)
  }
}
