extension Publisher {
  /// Waits for `interval` after a value arrives, and then emits the latest value.
  ///
  ///     ab-c---d-|
  ///     audit(for: .seconds(2), scheduler: scheduler)
  ///     --b--c---(d|)
  ///
  /// If upstream completes while a value is pending, that value is still emitted at its time,
  /// followed by the completion; with `atEnd`, it is dropped, or is emitted at once. A failure is
  /// sent at once. The end of the wait is scheduled when
  /// the wait begins.
  @inlinable
  public func audit(
    for interval: Duration, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd? = nil
  ) -> Publishers.Audit<Self> {
    Publishers.Audit(upstream: self, interval: interval, scheduler: scheduler, atEnd: atEnd)
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

    /// Whether a pending value is dropped or emitted when upstream completes; nil: emitted in time.
    public let atEnd: PendingAtEnd?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, interval: Duration, scheduler: any Scheduler, atEnd: PendingAtEnd? = nil
    ) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.atEnd = atEnd
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = AuditRule<Output, Failure>(
        nanoseconds: interval.wholeNanoseconds, atEnd: atEnd)
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// A value begins a wait unless one is already under way. Later values replace it.
  @usableFromInline
  struct AuditRule<Value, Failure: Error>: HoldingRule {
    @usableFromInline typealias State = HeldValue<Value>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let nanoseconds: Int64
    @usableFromInline let atEnd: PendingAtEnd?

    @inlinable
    init(nanoseconds: Int64, atEnd: PendingAtEnd?) {
      self.nanoseconds = nanoseconds
      self.atEnd = atEnd
    }

    @inlinable
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Value?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      replaced = exchange(&state.value, with: value)
      if !turn.isWaiting { turn.wait(nanoseconds: nanoseconds) }
      return .rest
    }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool { true }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      emitHeld(&state, &turn)
    }
  }
}
