extension Publishers {
  /// Emits the current instant each time an interval has passed on a scheduler, once it is
  /// connected.
  ///
  /// `Publishers.Timer(every: .seconds(1), scheduler: scheduler).autoconnect()` counts from its
  /// first subscriber. It never ends unless it is cancelled.
  public final class Timer: ConnectablePublisher {
    public typealias Output = Instant
    public typealias Failure = Never

    /// The time between two values.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    private let audience = Audience<Instant, Never>()

    /// Creates a timer. `tolerance` has no effect.
    public init(
      every interval: Duration, tolerance: Duration? = nil, scheduler: any Scheduler
    ) {
      precondition(interval > .zero, "the interval of a timer must be positive")
      self.interval = interval
      self.scheduler = scheduler
    }

    /// Creates a timer with an interval given as a number of seconds.
    @_disfavoredOverload
    public convenience init(
      every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
      scheduler: any Scheduler
    ) {
      self.init(every: interval.duration, scheduler: scheduler)
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Instant, S.Failure == Never {
      _ = audience.admit(subscriber)
    }

    public func connect() -> any Cancellable {
      scheduler.schedule(after: interval, interval: interval) { [audience, scheduler] in
        audience.send(scheduler.now)
      }
    }
  }
}
