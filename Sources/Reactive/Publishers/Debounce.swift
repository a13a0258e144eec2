extension Publisher {
  /// Emits a value once no other has arrived for `dueTime`.
  ///
  ///     a-bc--d-|
  ///     debounce(for: .seconds(2), scheduler: scheduler)
  ///     -----c--|
  ///
  /// A value that is pending when upstream completes is dropped, or is emitted then if `atEnd` is
  /// `.emit`. A failure drops it. The end of the wait is scheduled when the value arrives, as with
  /// a timer for each value in Combine. Combine has no `atEnd`, and sends the completion on its
  /// scheduler; here it is sent at once.
  ///
  ///     a-bc---d-|
  ///     debounce(for: .seconds(3), scheduler: scheduler, leading: true)
  ///     a------d-|
  ///
  /// With `leading`, a value that arrives after silence is emitted at once. The values that follow
  /// within `dueTime`, exclusive of its end, are dropped, and each restarts that time. A value that
  /// arrives exactly at the end is emitted. Nothing is ever pending then, so `atEnd` has no effect.
  @inlinable
  public func debounce(
    for dueTime: Duration, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .drop,
    leading: Bool = false
  ) -> Publishers.Debounce<Self> {
    Publishers.Debounce(
      upstream: self, dueTime: dueTime, scheduler: scheduler, atEnd: atEnd, leading: leading)
  }
}

extension Publishers {
  /// Emits a value once no other has arrived for the given time, or the first value after such a
  /// time.
  public struct Debounce<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time for which no other value may arrive.
    public let dueTime: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// Whether a pending value is dropped or emitted when upstream completes.
    public let atEnd: PendingAtEnd
    /// Whether the first value after silence is emitted, instead of the last one before it.
    public let leading: Bool
    /// Receives each value that another one replaces; nil if this is not needed.
    @usableFromInline package var dropped: ((Output, Instant) -> Void)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, dueTime: Duration, scheduler: any Scheduler, atEnd: PendingAtEnd,
      leading: Bool = false
    ) {
      precondition(dueTime >= .zero, "a negative time to wait")
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.atEnd = atEnd
      self.leading = leading
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      guard !leading else {
        var rule = LeadingDebounceRule<Output, Failure>(nanoseconds: dueTime.wholeNanoseconds)
        rule.dropped = dropped
        return upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
      }
      var rule = DebounceRule<Output, Failure>(nanoseconds: dueTime.wholeNanoseconds, atEnd: atEnd)
      rule.dropped = dropped
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// Each value replaces the previous one and restarts the wait.
  @usableFromInline
  struct DebounceRule<Value, Failure: Error>: HoldingRule {
    @usableFromInline typealias State = HeldValue<Value>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let nanoseconds: Int64
    @usableFromInline let atEnd: PendingAtEnd?
    @usableFromInline var dropped: ((Value, Instant) -> Void)?

    @inlinable
    init(nanoseconds: Int64, atEnd: PendingAtEnd) {
      self.nanoseconds = nanoseconds
      self.atEnd = atEnd
    }

    @inlinable @inline(__always)
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Value?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      replaced = exchange(&state.value, with: value)
      turn.wait(nanoseconds: nanoseconds)
      return .rest
    }

    @inlinable
    func lose(_ replaced: Value, at now: Instant) { dropped?(replaced, now) }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool { true }

    @inlinable @inline(__always)
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      emitHeld(&state, &turn)
    }
  }

  /// Remembers the end of the time during which values are dropped. Nothing has to be scheduled for
  /// it.
  @usableFromInline
  struct LeadingDebounceRule<Value, Failure: Error>: AlarmRule {
    @usableFromInline let nanoseconds: Int64
    @usableFromInline var dropped: ((Value, Instant) -> Void)?

    @inlinable
    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable
    func begin(at now: Instant) -> Instant? { nil }

    @inlinable @inline(__always)
    func receive(
      _ value: Value, _: Void, replacing _: inout Never?, _ end: inout Instant?,
      _ turn: inout AlarmTurn
    ) -> AlarmStep<Value, Failure> {
      let last = exchange(&end, with: turn.now.advanced(byNanoseconds: nanoseconds))
      guard let last, turn.now < last else { return .emit(value) }
      return .reject
    }

    @inlinable
    func reject(_ value: Value, at now: Instant) { dropped?(value, now) }

    @inlinable @inline(__always)
    func ring(
      due: Instant, _ end: inout Instant?, _ turn: inout AlarmTurn
    ) -> AlarmStep<Value, Failure> { .rest }

    @inlinable static var takesBatches: Bool { true }

    @inlinable
    func absorbs(at now: Instant, _ end: Instant?, isWaiting: Bool) -> Bool {
      end.map { now < $0 } ?? false
    }
  }
}
