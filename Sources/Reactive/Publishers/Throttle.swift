extension Publisher {
  /// Emits the first value at once, and then at most one per interval: at the end of an interval,
  /// the latest or the first value that arrived within it.
  ///
  ///     ab-c---d-|
  ///     throttle(for: .seconds(2), scheduler: scheduler, latest: true)
  ///     a-b-c--d-|
  ///
  /// A value opens an interval if none is open, and so does a value that is emitted at the end of
  /// an interval. Without `trailing`, values that arrive within an interval are dropped. If
  /// upstream completes while a value is pending, that value is still emitted at its time, followed
  /// by the completion; with `atEnd`, it is dropped, or is emitted at once. A failure is sent at
  /// once.
  ///
  /// The end of an interval is scheduled when the interval begins, before the first value is
  /// emitted. A value that is due exactly at the end and was scheduled earlier is within the
  /// interval: it is emitted at the end or, without `trailing`, dropped.
  ///
  ///     a-b-c-d-e|
  ///     throttle(for: .seconds(2), scheduler: scheduler, latest: true, trailing: false)
  ///     a---c---e|
  ///
  /// Combine has no `trailing` and no `atEnd`, and schedules the end when it holds back the first value.
  @inlinable
  public func throttle(
    for interval: Duration, scheduler: any Scheduler, latest: Bool, trailing: Bool = true,
    atEnd: Publishers.PendingAtEnd? = nil
  ) -> Publishers.Throttle<Self> {
    Publishers.Throttle(
      upstream: self, interval: interval, scheduler: scheduler, latest: latest, trailing: trailing,
      atEnd: atEnd)
  }
}

extension Publishers {
  /// Emits at most one value per interval.
  public struct Throttle<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The length of an interval. At most one value is emitted in each.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// Whether the latest value of an interval is emitted at its end instead of the first.
    public let latest: Bool
    /// Whether a value that arrived within an interval is emitted at its end.
    public let trailing: Bool
    /// Whether a pending value is dropped or emitted when upstream completes; nil: emitted in time.
    public let atEnd: PendingAtEnd?
    /// Receives each value that is dropped; nil if this is not needed.
    @usableFromInline package var dropped: ((Output, Instant) -> Void)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, interval: Duration, scheduler: any Scheduler, latest: Bool,
      trailing: Bool, atEnd: PendingAtEnd? = nil
    ) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
      self.trailing = trailing
      self.atEnd = atEnd
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var rule = ThrottleRule<Output, Failure>(
        nanoseconds: interval.wholeNanoseconds,
        kept: trailing ? (latest ? .latest : .first) : .none, atEnd: atEnd)
      rule.dropped = dropped
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// A value that arrives while no interval is open is emitted, and opens an interval. A value
  /// emitted at the end of an interval opens one too.
  @usableFromInline
  struct ThrottleRule<Value, Failure: Error>: HoldingRule {
    @usableFromInline typealias State = HeldValue<Value>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    /// Which value of an interval is emitted at its end.
    @usableFromInline
    enum Kept { case latest, first, none }

    @usableFromInline let nanoseconds: Int64
    @usableFromInline let kept: Kept
    @usableFromInline let atEnd: PendingAtEnd?
    @usableFromInline var dropped: ((Value, Instant) -> Void)?

    @inlinable
    init(nanoseconds: Int64, kept: Kept, atEnd: PendingAtEnd?) {
      self.nanoseconds = nanoseconds
      self.kept = kept
      self.atEnd = atEnd
    }

    @inlinable @inline(__always)
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Value?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      guard turn.isWaiting else {
        turn.wait(nanoseconds: nanoseconds)
        return .emit(value)
      }
      guard kept == .latest || (kept == .first && state.value == nil) else { return .reject }
      replaced = exchange(&state.value, with: value)
      return .rest
    }

    @inlinable
    func reject(_ value: Value, at now: Instant) { dropped?(value, now) }
    @inlinable
    func lose(_ replaced: Value, at now: Instant) { dropped?(replaced, now) }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool { isWaiting }

    @inlinable @inline(__always)
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      if state.value != nil, !turn.hasEnded { turn.wait(nanoseconds: nanoseconds) }
      return emitHeld(&state, &turn)
    }
  }
}
