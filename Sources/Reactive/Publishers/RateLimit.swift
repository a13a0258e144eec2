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
      let stage = RateLimitStage(
        downstream: subscriber, scheduler: scheduler, count: count, interval: interval,
        overflow: overflow, suppressed: suppressed)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  final class RateLimitStage<Downstream: Subscriber>: RunStage, SavableRun {
    @usableFromInline typealias State = RateLimitState<Downstream.Input>
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let alarm: Alarm
    @usableFromInline let count: Int
    @usableFromInline let interval: Int64
    @usableFromInline let overflow: RateOverflow<Failure>
    @usableFromInline let suppressed: ((Input, Instant) -> Void)?
    @usableFromInline @exclusivity(unchecked) var isOver = false
    /// The instants at which the last values, at most `count`, were or will be emitted.
    @usableFromInline @exclusivity(unchecked) var passed = Ring<Instant>()
    @usableFromInline @exclusivity(unchecked) var waiting = Ring<RateLimitState<Input>.Waiting>()
    /// Whether upstream has completed, and the completion is waiting for the waiting values.
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(
      downstream: Downstream, scheduler: any Scheduler, count: Int, interval: Duration,
      overflow: RateOverflow<Failure>, suppressed: ((Input, Instant) -> Void)?
    ) {
      self.downstream = downstream
      self.suppressed = suppressed
      self.count = count
      self.interval = interval.wholeNanoseconds
      self.overflow = overflow
      alarm = Alarm(on: scheduler)
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard unsafe !isOver else { return }
      let now = alarm.now
      let due = freeInstant(after: now)
      if due <= now, unsafe waiting.isEmpty {
        notePassing(at: now, arrivingAt: now)
        return downstream.receive(input)
      }
      guard case .delay(let limit, let whenFull) = overflow else {
        suppressed?(input, now)
        return
      }
      if unsafe waiting.count >= limit {
        let upstream = subscription.take()
        upstream?.cancel()
        return end(.failure(whenFull()))
      }
      delay(input, until: due, arrivingAt: now)
    }

    /// Returns the first instant at which one more value may pass.
    @inlinable
    func freeInstant(after now: Instant) -> Instant {
      guard unsafe passed.count >= count, let first = unsafe passed.first else { return now }
      return max(now, first.advanced(byNanoseconds: interval))
    }

    /// Records the instant of one more value, and forgets the instants that no longer matter.
    @inlinable
    func notePassing(at instant: Instant, arrivingAt now: Instant) {
      while let first = unsafe passed.first,
        unsafe passed.count >= count || first.advanced(byNanoseconds: interval) <= now
      {
        _ = unsafe passed.popFirst()
      }
      unsafe passed.append(instant)
    }

    @inlinable
    func delay(_ input: Input, until due: Instant, arrivingAt now: Instant) {
      notePassing(at: due, arrivingAt: now)
      let ticket = alarm.scheduler.takeTicket(due: due)
      unsafe waiting.append(.init(ticket: ticket, value: input))
      if !alarm.isSet { setAlarm(at: ticket) }
    }

    @inlinable
    func setAlarm(at ticket: Ticket) {
      if unsafe !alarm.isBooked { alarm.book { self.emitFirst() } }
      alarm.set(at: ticket)
    }

    @inlinable
    func emitFirst() {
      guard let first = unsafe waiting.popFirst(), let value = first.value else { return }
      if let next = unsafe waiting.first { setAlarm(at: next.ticket) }
      let isLast = unsafe hasFinished && waiting.isEmpty
      downstream.receive(value)
      if isLast { CallDepth.current.inTurn { self.end(.finished) } }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard unsafe !isOver else { return }
      if case .finished = completion, unsafe !waiting.isEmpty {
        unsafe hasFinished = true
      } else {
        end(completion)
      }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe waiting.removeAll()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe waiting.removeAll()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }
  }
}

// MARK: - Batches

extension Publishers.RateLimitStage {
  @inlinable var _batchUse: _BatchUse { .some }

  /// Accepts the values that are dropped, or that wait after others.
  @inlinable
  func _receive(_ batch: _Batch<Input>) -> Int {
    batch.rowAfterTaking { row in
      guard unsafe !isOver else { return false }
      let now = batch.instant(row)
      let due = freeInstant(after: now)
      switch overflow {
      case .drop:
        guard due > now else { return false }
        if let suppressed { batch.lend(row) { suppressed($0, now) } }
        return true
      case .delay(let limit, _):
        guard unsafe !waiting.isEmpty, unsafe waiting.count < limit else { return false }
        batch.lend(row) { delay($0, until: due, arrivingAt: now) }
        return true
      }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `rateLimit`.
  @usableFromInline
  struct RateLimitState<Value> {
    /// A value that is waiting until it may pass.
    @usableFromInline
    struct Waiting {
      @usableFromInline let ticket: Ticket
      @usableFromInline @Maybe var value: Value?

      @usableFromInline
      init(ticket: Ticket, value: Value?) {
        self.ticket = ticket
        _value = Maybe(wrappedValue: value)
      }
    }

    @usableFromInline let passed: Ring<Instant>
    @usableFromInline let waiting: Ring<Waiting>
    @usableFromInline let hasFinished: Bool
  }
}

extension Publishers.RateLimitState: Codable where Value: Codable {}
extension Publishers.RateLimitState.Waiting: Codable where Value: Codable {}

extension Publishers.RateLimitStage {
  @usableFromInline var run: Publishers.RateLimitStage<Downstream> { self }
  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> State {
    unsafe State(passed: passed, waiting: waiting, hasFinished: hasFinished)
  }

  @usableFromInline
  func restore(_ state: State) {
    unsafe (passed, waiting) = (state.passed, state.waiting)
    unsafe hasFinished = state.hasFinished
    if let first = unsafe waiting.first { setAlarm(at: first.ticket) }
  }
}
