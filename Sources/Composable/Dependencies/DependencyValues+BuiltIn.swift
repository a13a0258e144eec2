import FoundationEssentials

// None of these has a test value: a test that uses one sets it, or fails.

extension DependencyValues {
  /// The clock by which asynchronous code sleeps.
  public var continuousClock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  /// The scheduler of publishers and timed effects: in the running program the main actor's wall
  /// clock, in a test a `VirtualScheduler`.
  public var mainQueue: AnyScheduler {
    get { self[SchedulerKey.self] }
    set { self[SchedulerKey.self] = newValue }
  }

  /// What gives the current date.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  /// What gives new identities.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }

  /// What gives random numbers.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomKey.self] }
    set { self[RandomKey.self] = newValue }
  }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

private enum SchedulerKey: DependencyKey {
  static var liveValue: AnyScheduler { .mainActor }
}

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
}

private enum UUIDKey: DependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
}

private enum RandomKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
}
