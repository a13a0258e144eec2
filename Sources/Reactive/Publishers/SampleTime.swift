extension Publisher {
  /// Emits the latest value at the end of each interval in which a value arrived.
  ///
  ///     ab---c--d|
  ///     sample(every: .seconds(3), scheduler: scheduler)
  ///     ---b--c--|
  ///
  /// Intervals count from the subscription. A value that has not been sampled when upstream
  /// completes is dropped. The end of an interval is scheduled at the end of the previous one; the
  /// end of the first is scheduled after upstream has been subscribed to. After an interval without
  /// a value nothing is scheduled until a value arrives.
  @inlinable
  public func sample(
    every interval: Duration, scheduler: any Scheduler
  ) -> Publishers.SampleTime<Self> {
    Publishers.SampleTime(upstream: self, interval: interval, scheduler: scheduler)
  }
}

extension Publishers {
  /// Emits the latest value at the end of each interval in which a value arrived.
  public struct SampleTime<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time between two samples.
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
      let rule = SampleTimeRule(period: interval.wholeNanoseconds, from: scheduler.now)
      let run = TimedRun(subscriber, rule, on: scheduler, mayWait: false)
      let stage = TimedStage(run)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
      CallDepth.current.inTurn { run.start() }
    }
  }

  /// Waits from the end of one interval to the end of the next, as long as values arrive.
  @usableFromInline
  struct SampleTimeRule: TimedRule {
    @usableFromInline let period: Int64
    /// The instant at which the first interval begins.
    @usableFromInline let start: Instant

    @inlinable
    init(period: Int64, from start: Instant) {
      self.period = period
      self.start = start
    }

    @inlinable
    func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival {
      isWaiting ? .keep : .keepAndWait
    }

    /// Sets the alarm to the end of the current interval, or to now if it ends now.
    @inlinable
    func setAlarm(_ alarm: Alarm, at now: Instant) {
      // The last wait ended at the end of an interval.
      let passed = unsafe now.nanoseconds &- (alarm.lastRing ?? start).nanoseconds
      let rest = period == 0 ? 0 : passed % period
      alarm.set(nanoseconds: rest == 0 && passed > 0 ? 0 : period &- rest, after: now)
    }

    @inlinable var nextWait: NextWait { .afterValue }
    @inlinable var pendingAtEnd: TimedEnd { .drop }
  }
}
