extension Publisher {
  /// Emits the latest value at the end of each interval in which a value arrived.
  ///
  ///     ab---c--d|
  ///     sample(every: .seconds(3), scheduler: scheduler)
  ///     ---b--c--|
  ///
  /// Intervals count from the subscription. A value that has not been sampled when upstream
  /// completes is dropped, or is emitted then if `atEnd` is `.emit`. The end of an interval is scheduled at the end of the previous one; the
  /// end of the first is scheduled after upstream has been subscribed to. After an interval without
  /// a value nothing is scheduled until a value arrives.
  @inlinable
  public func sample(
    every interval: Duration, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .drop
  ) -> Publishers.SampleTime<Self> {
    Publishers.SampleTime(upstream: self, interval: interval, scheduler: scheduler, atEnd: atEnd)
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
    /// Whether a value that has not been sampled is dropped or emitted when upstream completes.
    public let atEnd: PendingAtEnd

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, interval: Duration, scheduler: any Scheduler, atEnd: PendingAtEnd = .drop
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
      let rule = SampleTimeRule<Output, Failure>(
        period: interval.wholeNanoseconds, atEnd: atEnd)
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// Waits from the end of one interval to the end of the next, as long as values arrive.
  @usableFromInline
  struct SampleTimeRule<Value, Failure: Error>: HoldingRule {
    @usableFromInline typealias State = SampleTimeState<Value>
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let period: Int64
    @usableFromInline let atEnd: PendingAtEnd?

    @inlinable
    init(period: Int64, atEnd: PendingAtEnd?) {
      self.period = period
      self.atEnd = atEnd
    }

    @inlinable static var starts: Bool { true }

    @inlinable
    func begin(at now: Instant) -> State { State(at: now) }

    @inlinable
    func held(in state: State) -> Value? { state.held.value }

    @inlinable
    func start(_ state: inout State, _ turn: inout AlarmTurn) {
      state.mayWait = true
      wait(state, &turn)
    }

    /// Waits for the end of the current interval, or for now if it ends now.
    @inlinable
    func wait(_ state: State, _ turn: inout AlarmTurn) {
      let passed = turn.now.nanoseconds &- state.lastEnd.nanoseconds
      let rest = period == 0 ? 0 : passed % period
      turn.wait(nanoseconds: rest == 0 && passed > 0 ? 0 : period &- rest)
    }

    @inlinable
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Value?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      replaced = exchange(&state.held.value, with: value)
      if state.mayWait, !turn.isWaiting { wait(state, &turn) }
      return .rest
    }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool { true }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      state.lastEnd = due
      guard let value = state.held.value.take() else { return .rest }
      state.mayWait = false
      return .emitAndProceed(value)
    }

    @inlinable
    func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      start(&state, &turn)
      return .rest
    }
  }

  /// The state of a run of `sample(every:)`.
  @usableFromInline
  struct SampleTimeState<Value> {
    @usableFromInline var held = HeldValue<Value>()
    /// The end of the last interval, or the instant at which the first one began.
    @usableFromInline var lastEnd: Instant
    /// Whether waits may begin: the first begins after the subscription to upstream, and the others
    /// begin once the previous value has travelled all the way down.
    @usableFromInline var mayWait = false

    @inlinable
    init(at now: Instant) {
      lastEnd = now
    }
  }
}

extension Publishers.SampleTimeState: Codable where Value: Codable {}
