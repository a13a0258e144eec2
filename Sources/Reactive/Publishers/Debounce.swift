extension Publisher {
  /// Emits a value once no other has arrived for `dueTime`.
  ///
  ///     a-bc--d-|
  ///     debounce(for: .seconds(2), scheduler: scheduler)
  ///     -----c--|
  ///
  /// A value that is pending when upstream finishes is dropped, or emitted then if `atEnd` is
  /// `.emit`; a failure drops it. The end of the wait is scheduled when the value arrives, as with
  /// a timer for each value in Combine. Combine has no `atEnd`, and sends the completion on its
  /// scheduler; here it is sent at once.
  @inlinable
  public func debounce(
    for dueTime: Duration, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .drop
  ) -> Publishers.Debounce<Self> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, atEnd: atEnd)
  }
}

extension Publishers {
  /// The treatment of a pending value when upstream finishes.
  public enum PendingAtEnd: Sendable {
    /// Drops the pending value.
    case drop
    /// Emits the pending value before it finishes.
    case emit
  }

  /// Emits a value once no other has arrived for the given time.
  public struct Debounce<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time for which no other value may arrive.
    public let dueTime: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// The treatment of a pending value when upstream finishes.
    public let atEnd: PendingAtEnd

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, dueTime: Duration, scheduler: any Scheduler, atEnd: PendingAtEnd
    ) {
      precondition(dueTime >= .zero, "a negative time to wait")
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.atEnd = atEnd
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = DebounceRule(nanoseconds: dueTime.wholeNanoseconds, atEnd: atEnd)
      let stage = TimedStage(TimedRun(subscriber, rule, on: scheduler))
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// Each value replaces the previous one, and the wait begins anew.
  @usableFromInline
  struct DebounceRule: TimedRule {
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let atEnd: PendingAtEnd

    @inlinable
    init(nanoseconds: Int64, atEnd: PendingAtEnd) {
      self.nanoseconds = nanoseconds
      self.atEnd = atEnd
    }

    @inlinable
    func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival { .keepAndWait }

    @inlinable
    func setAlarm(_ alarm: Alarm, at now: Instant) {
      alarm.set(nanoseconds: nanoseconds, after: now)
    }

    @inlinable var nextWait: NextWait { .atArrival }
    @inlinable var pendingAtEnd: TimedEnd { atEnd == .emit ? .emit : .drop }
  }
}
