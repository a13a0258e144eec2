/// A clock for tests in which no code may use the time. Any use fails the test.
///
///     $0.continuousClock = .unimplemented
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  public typealias Instant = TestClock<Duration>.Instant

  private let name: String
  private let base: AnyClock<Duration>

  /// Creates a clock that fails the test and then behaves like another clock.
  public init(name: String = "Clock", _ base: some Clock<Duration>) {
    self.name = name
    self.base = AnyClock(base)
  }

  public var now: Instant {
    report("its time was read")
    return base.now
  }

  public var minimumResolution: Duration {
    report("its resolution was read")
    return base.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("a task was to sleep on it")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ event: String) {
    IssueReporter.report("'\(name)' is not implemented, but \(event); the test has not set it")
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that fails the test and then ends every sleep at once.
  public init(name: String = "Clock") {
    self.init(name: name, ImmediateClock())
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock for tests in which no code may use the time.
  public static var unimplemented: Self { UnimplementedClock() }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep ends at once.
  public static var immediate: Self { ImmediateClock() }
}
