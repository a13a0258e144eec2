extension Publisher {
  /// Delays each value by the interval that the closure returns for it.
  ///
  ///     312------|
  ///     delay(scheduler: scheduler) { .seconds($0) }
  ///     --132----|
  ///
  /// A value is scheduled when it arrives, even with an interval of zero, and may overtake earlier
  /// ones. The completion comes after the last value. A failure is sent when upstream fails, after
  /// the values that are due by then; the others are dropped. All pending values together occupy
  /// one entry in the scheduler's queue.
  @inlinable
  public func delay(
    scheduler: any Scheduler, by interval: @escaping (Output) -> Duration
  ) -> Publishers.DelayEach<Self> {
    tryDelay(scheduler: scheduler) { (value) throws(Failure) in interval(value) }
  }

  /// Like `delay`, but an error thrown by the closure ends the run with that failure, as if upstream
  /// had failed, and cancels upstream.
  ///
  ///     -1-x-4|
  ///     tryDelay(scheduler: scheduler) { .seconds(try number($0)) }
  ///     --1#
  @inlinable
  public func tryDelay(
    scheduler: any Scheduler, by interval: @escaping (Output) throws(Failure) -> Duration
  ) -> Publishers.DelayEach<Self> {
    Publishers.DelayEach(upstream: self, scheduler: scheduler, interval: interval)
  }
}

extension Publishers {
  /// Delays each value by a separate interval.
  public struct DelayEach<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// How much later a value is emitted. A negative interval counts as zero.
    public let interval: (Output) throws(Failure) -> Duration

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, scheduler: any Scheduler,
      interval: @escaping (Output) throws(Failure) -> Duration
    ) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.interval = interval
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: subscriber, by: DelayEachRule(interval: interval), on: scheduler)
    }
  }

  /// Each value, and the end, waits for its own ticket.
  @usableFromInline
  struct DelayEachRule<Value, Failure: Error>: AlarmRule {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline typealias State = DelayEachState<Value>
    @usableFromInline typealias Answer = Result<Int64, Failure>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let interval: (Value) throws(Failure) -> Duration

    @inlinable
    init(interval: @escaping (Value) throws(Failure) -> Duration) {
      self.interval = interval
    }

    @usableFromInline var bound: StateBound { .unbounded(by: "the longest delay") }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func answer(_ value: Value, _ state: @autoclosure () -> State) -> Answer {
      Result { () throws(Failure) in max(0, try interval(value).wholeNanoseconds) }
    }

    @inlinable
    func receive(
      _ value: Value, _ answer: Answer, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      switch answer {
      case .success(let nanoseconds):
        let due = turn.now.advanced(byNanoseconds: nanoseconds)
        state.lastDue = max(state.lastDue, due)
        insert(value, due: due, &state, &turn)
        return .rest
      case .failure(let failure):
        return .fail { failure }
      }
    }

    @inlinable
    func insert(_ value: Value?, due: Instant, _ state: inout State, _ turn: inout AlarmTurn) {
      state.pending.insert(value, at: turn.takeTicket(due: due))
      turn.wait = state.pending.first
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard let value = state.pending.popFirst()?.value else { return .end }
      turn.wait = state.pending.first
      return .emit(value)
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      insert(nil, due: hasFailed ? turn.now : max(turn.now, state.lastDue), &state, &turn)
      return .rest
    }

    @usableFromInline
    func undelivered(in state: State, wait: Ticket?, limit: Int) -> UndeliveredValues {
      let values = state.pending.entries.sorted { $0.ticket < $1.ticket }
        .compactMap(\.undelivered)
      return UndeliveredValues(count: values.count, first: Array(values.prefix(limit)))
    }
  }

  /// The state of a run of `delay(scheduler:by:)`.
  @usableFromInline
  struct DelayEachState<Value> {
    /// The values, and the end as an entry without a value.
    @usableFromInline var pending = TicketHeap<Value>()
    /// The instant of the last pending value, or of an earlier value.
    @usableFromInline var lastDue = Instant(nanoseconds: .min)

    @inlinable
    init() {}
  }
}

extension Publishers.DelayEachState: Codable where Value: Codable {}
