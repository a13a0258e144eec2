extension Publisher {
  /// Waits for `interval` after a value arrives, and then emits the latest value.
  ///
  ///     ab-c---d-|
  ///     audit(for: .seconds(2), scheduler: scheduler)
  ///     --b--c---(d|)
  ///
  /// If upstream completes while a value is pending, that value is still emitted at its time,
  /// followed by the completion. A failure is sent at once. The end of the wait is scheduled when
  /// the wait begins.
  @inlinable
  public func audit(
    for interval: Duration, scheduler: any Scheduler
  ) -> Publishers.Audit<Self> {
    Publishers.Audit(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Emits the latest value a fixed time after the first.
  public struct Audit<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The length of a window. A window opens when a value arrives.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = AuditRule(nanoseconds: interval.wholeNanoseconds)
      let stage = TimedStage(TimedRun(subscriber, rule, on: scheduler))
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// A value begins a wait unless one is already under way. Later values replace it.
  @usableFromInline
  struct AuditRule: TimedRule {
    @usableFromInline let nanoseconds: Int64

    @inlinable
    init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    @inlinable
    func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival {
      isWaiting ? .keep : .keepAndWait
    }

    @inlinable
    func setAlarm(_ alarm: Alarm, at now: Instant) {
      alarm.set(nanoseconds: nanoseconds, after: now)
    }

    @inlinable var nextWait: NextWait { .atArrival }
    @inlinable var pendingAtEnd: TimedEnd { .emitInTime }
  }
}
