extension Publisher {
  /// Emits at most `count` values in any half-open period of length `interval`.
  ///
  ///     abc-d--e-|
  ///     rateLimit(2, per: .seconds(3), scheduler: scheduler)
  ///     ab--d--e-|
  ///
  /// A value passes if fewer than `count` have been emitted within the last `interval`, exclusive
  /// of its start: a value emitted exactly `interval` ago no longer counts. By default, values that
  /// do not pass are dropped. With a count of 1 every emitted value begins a quiet time, as with
  /// `throttle` without `trailing`. However, `throttle` drops a value that arrives exactly at the
  /// end.
  ///
  ///     abc-d----|
  ///     rateLimit(2, per: .seconds(3), scheduler: scheduler, overflow: .delay(atMost: 9) { Full() })
  ///     ab-cd----|
  ///
  /// With `.delay`, values that do not pass wait in order until the first instant at which they may
  /// pass. A waiting value is scheduled when it arrives. The completion waits for these values,
  /// whereas a failure is sent at once and drops them.
  @inlinable
  public func rateLimit(
    _ count: Int, per interval: Duration, scheduler: any Scheduler,
    overflow: Publishers.RateOverflow<Failure> = .drop
  ) -> Publishers.RateLimit<Self> {
    Publishers.RateLimit(
      upstream: self, count: count, interval: interval, scheduler: scheduler, overflow: overflow)
  }
}

extension Publishers {
  /// What happens to values that arrive faster than a rate limit allows.
  public enum RateOverflow<Failure: Error> {
    /// Drops the values.
    case drop
    /// Delays the values until they may pass. The run fails when more than a given number of values
    /// wait.
    case delay(atMost: Int, whenFull: () -> Failure)
  }

  /// Emits at most a given number of values in any period of a given length.
  public struct RateLimit<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The maximum number of values in any half-open period of length `interval`.
    public let count: Int
    /// The length of the period.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// What happens to values that arrive too fast.
    public let overflow: RateOverflow<Failure>
    /// Receives each value that is dropped, with the instant at which it arrived; nil if this is
    /// not needed.
    @usableFromInline package var suppressed: ((Output, Instant) -> Void)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, count: Int, interval: Duration, scheduler: any Scheduler,
      overflow: RateOverflow<Failure>
    ) {
      precondition(count > 0, "a rate without values")
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.count = count
      self.interval = interval
      self.scheduler = scheduler
      self.overflow = overflow
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = RateLimitRule(
        count: count, interval: interval.wholeNanoseconds, overflow: overflow,
        suppressed: suppressed)
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// A value passes at the first instant at which the last `count` values allow it.
  @usableFromInline
  struct RateLimitRule<Value, Failure: Error>: AlarmRule {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline typealias State = RateLimitState<Value>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let count: Int
    @usableFromInline let interval: Int64
    @usableFromInline let overflow: RateOverflow<Failure>
    @usableFromInline let suppressed: ((Value, Instant) -> Void)?

    @inlinable
    init(
      count: Int, interval: Int64, overflow: RateOverflow<Failure>,
      suppressed: ((Value, Instant) -> Void)?
    ) {
      self.count = count
      self.interval = interval
      self.overflow = overflow
      self.suppressed = suppressed
    }

    @usableFromInline var bound: StateBound {
      guard case .delay(let limit, _) = overflow else { return .nothing }
      return .values(limit)
    }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      let due = freeInstant(after: turn.now, state)
      if due <= turn.now, state.waiting.isEmpty {
        pass(at: due, &state, turn.now)
        return .emit(value)
      }
      guard case .delay(let limit, let whenFull) = overflow else { return .reject }
      guard state.waiting.count < limit else { return .fail(whenFull) }
      pass(at: due, &state, turn.now)
      let ticket = turn.takeTicket(due: due)
      state.waiting.append(TicketedValue(ticket: ticket, value: value))
      if !turn.isWaiting { turn.wait = ticket }
      return .rest
    }

    /// Returns the first instant at which one more value may pass.
    @inlinable
    func freeInstant(after now: Instant, _ state: State) -> Instant {
      guard state.passed.count >= count, let first = state.passed.first else { return now }
      return max(now, first.advanced(byNanoseconds: interval))
    }

    /// Records the instant at which a value passes, and forgets the instants that no longer matter.
    @inlinable
    func pass(at instant: Instant, _ state: inout State, _ now: Instant) {
      while let first = state.passed.first,
        state.passed.count >= count || first.advanced(byNanoseconds: interval) <= now
      {
        _ = state.passed.popFirst()
      }
      state.passed.append(instant)
    }

    @inlinable
    func reject(_ value: Value, at now: Instant) { suppressed?(value, now) }

    @inlinable static var takesBatches: Bool { true }

    /// A value that is dropped, or that waits after others.
    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool {
      switch overflow {
      case .drop: freeInstant(after: now, state) > now
      case .delay(let limit, _): !state.waiting.isEmpty && state.waiting.count < limit
      }
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard let value = state.waiting.popFirst()?.value else { return .rest }
      turn.wait = state.waiting.first?.ticket
      return turn.hasEnded && state.waiting.isEmpty ? .emitLast(value) : .emit(value)
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      hasFailed || state.waiting.isEmpty ? .end : .rest
    }
  }

  /// The state of a run of `rateLimit`.
  @usableFromInline
  struct RateLimitState<Value> {
    /// The instants at which the last values, at most `count`, were or will be emitted.
    @usableFromInline var passed = Ring<Instant>()
    @usableFromInline var waiting = Ring<TicketedValue<Value>>()

    @inlinable
    init() {}
  }
}

extension Publishers.RateLimitState: Codable where Value: Codable {}
