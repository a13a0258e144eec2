extension Publisher {
  /// Emits the time since the previous value in place of each value. For the first value, this is
  /// the time since the subscription.
  ///
  ///     -a--b-c|
  ///     measureInterval(using: scheduler)
  ///     -1--3-2|
  @inlinable
  public func measureInterval(
    using scheduler: any Scheduler
  ) -> Publishers.MeasureInterval<Self> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// Emits the time between values.
  public struct MeasureInterval<Upstream: Publisher>: Publisher {
    public typealias Output = Duration
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, scheduler: any Scheduler) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: subscriber, by: MeasureIntervalRule<Upstream.Output, Failure>(), on: scheduler)
    }
  }

  /// Remembers the instant of the last value, or of the subscription.
  @usableFromInline
  struct MeasureIntervalRule<Input, Failure: Error>: AlarmRule {
    @usableFromInline typealias Output = Duration

    @inlinable
    init() {}

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable
    func begin(at now: Instant) -> Instant { now }

    @inlinable
    func receive(
      _ input: Input, _: Void, replacing _: inout Never?, _ last: inout Instant,
      _ turn: inout AlarmTurn
    ) -> AlarmStep<Duration, Failure> {
      .emit(exchange(&last, with: turn.now).duration(to: turn.now))
    }

    @inlinable
    func ring(
      due: Instant, _ last: inout Instant, _ turn: inout AlarmTurn
    ) -> AlarmStep<Duration, Failure> { .rest }
  }
}
