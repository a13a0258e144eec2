extension Publisher {
  /// Emits the latest value with true once a condition has been true for every value during
  /// `duration`, and then the latest value with false once it has been false for every value during
  /// `release`.
  ///
  ///     -9-9-1--9-1|
  ///     sustained(for: .seconds(3), release: .seconds(1), scheduler: scheduler) { $0 > 5 }
  ///     ----x-y----|    x: (true, 9), y: (false, 1)
  ///
  /// The first value for which the condition is true begins the wait, and a value for which it is
  /// false ends the wait, so that the next value for which it is true starts a new one. For
  /// `release` it is the other way round. A wait of zero emits the value itself. The end of a wait
  /// comes before everything else of its instant: a value that arrives then is too late to end it.
  /// A value that is pending when upstream completes is dropped, or is emitted then if `atEnd` is
  /// `.emit`. A failure drops it.
  ///
  /// The condition is called once for each value.
  @inlinable
  public func sustained(
    for duration: Duration, release: Duration = .zero, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .drop, where condition: @escaping (Output) -> Bool
  ) -> Publishers.Sustained<Self> {
    trySustained(for: duration, release: release, scheduler: scheduler, atEnd: atEnd) {
      (value) throws(Failure) in condition(value)
    }
  }

  /// Like `sustained`, but an error thrown by the condition ends the run with that failure, at once,
  /// and cancels upstream.
  ///
  ///     -9-9-x---|
  ///     trySustained(for: .seconds(2), scheduler: scheduler) { try number($0) > 5 }
  ///     ---y-#    y: (true, 9)
  ///
  /// With `falseWhen` there is hysteresis: a value for which neither condition is true counts as the
  /// last one for which one was, and as `falseWhen` before that. If both are true, `where` counts.
  @inlinable
  public func trySustained(
    for duration: Duration, release: Duration = .zero, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .drop,
    where condition: @escaping (Output) throws(Failure) -> Bool,
    falseWhen: ((Output) throws(Failure) -> Bool)? = nil
  ) -> Publishers.Sustained<Self> {
    Publishers.Sustained(
      upstream: self, duration: duration, release: release, scheduler: scheduler, atEnd: atEnd,
      condition: condition, falseWhen: falseWhen)
  }
}

extension Publishers {
  /// Emits the latest value once a condition has been true for some time, and again once it has
  /// been false for some time.
  public struct Sustained<Upstream: Publisher>: Publisher {
    public typealias Output = (isSustained: Bool, value: Upstream.Output)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time during which the condition must be true for every value.
    public let duration: Duration
    /// The time during which it must then be false for every value.
    public let release: Duration
    /// The scheduler whose clock measures the times.
    public let scheduler: any Scheduler
    /// Whether a pending value is dropped or emitted when upstream completes.
    public let atEnd: PendingAtEnd
    /// The condition on a value.
    public let condition: Condition
    /// The condition for a value that is false; if this is nil, it is one that is not true.
    public let falseWhen: Condition?

    /// A condition on a value.
    public typealias Condition = (Upstream.Output) throws(Failure) -> Bool

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, duration: Duration, release: Duration, scheduler: any Scheduler,
      atEnd: PendingAtEnd = .drop, condition: @escaping Condition, falseWhen: Condition? = nil
    ) {
      precondition(duration >= .zero && release >= .zero, "a negative time to wait")
      self.upstream = upstream
      self.duration = duration
      self.release = release
      self.scheduler = scheduler
      self.atEnd = atEnd
      self.condition = condition
      self.falseWhen = falseWhen
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = SustainedRule<Upstream.Output, Failure>(
        duration: duration.wholeNanoseconds, release: release.wholeNanoseconds,
        emitsAtEnd: atEnd == .emit, condition: condition, falseWhen: falseWhen)
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// The rule has two states. In each, it waits for the change to the other.
  @usableFromInline
  struct SustainedRule<Input, Failure: Error>: AlarmRule {
    @usableFromInline typealias Output = (isSustained: Bool, value: Input)
    @usableFromInline typealias State = SustainedState<Input>
    @usableFromInline typealias Condition = (Input) throws(Failure) -> Bool
    /// Whether the condition holds; nil if the value is neither true nor false.
    @usableFromInline typealias Answer = Result<Bool?, Failure>
    @usableFromInline typealias Replaced = Input
    @usableFromInline typealias Step = AlarmStep<Output, Failure>

    /// The waits for the condition to become sustained, and for it to end.
    @usableFromInline let duration: Int64
    @usableFromInline let release: Int64
    @usableFromInline let emitsAtEnd: Bool
    @usableFromInline let condition: Condition
    @usableFromInline let falseWhen: Condition?

    @inlinable
    init(
      duration: Int64, release: Int64, emitsAtEnd: Bool = false, condition: @escaping Condition,
      falseWhen: Condition? = nil
    ) {
      self.duration = duration
      self.release = release
      self.emitsAtEnd = emitsAtEnd
      self.condition = condition
      self.falseWhen = falseWhen
    }

    @usableFromInline var bound: StateBound { .values(1) }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer {
      Result { () throws(Failure) in
        let isTrue = try condition(input)
        guard let falseWhen else { return isTrue }
        let isFalse = try falseWhen(input)
        return isTrue ? true : isFalse ? false : nil
      }
    }

    @inlinable
    func receive(
      _ input: Input, _ answer: Answer, replacing replaced: inout Input?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      switch answer {
      case .success(let holds):
        if let holds, falseWhen != nil { state.level = holds }
        return take(input, holds ?? state.level ?? false, replacing: &replaced, &state, &turn)
      case .failure(let failure): return .fail { failure }
      }
    }

    @inlinable
    func take(
      _ input: Input, _ holds: Bool, replacing replaced: inout Input?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      if holds == state.isSustained {
        replaced = state.pending.take()
        turn.wait = nil
        return .rest
      }
      let nanoseconds = holds ? duration : release
      if nanoseconds == 0 {
        state.isSustained = holds
        return .emit((isSustained: holds, value: input))
      }
      replaced = exchange(&state.pending, with: input)
      if !turn.isWaiting {
        turn.wait(nanoseconds: nanoseconds)
        turn.wait = turn.wait?.early
      }
      return .rest
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard let value = state.pending.take() else { return .rest }
      state.isSustained.toggle()
      return .emit((isSustained: state.isSustained, value: value))
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard !hasFailed, emitsAtEnd, let value = state.pending.take() else { return .end }
      return .emitLast((isSustained: !state.isSustained, value: value))
    }
  }

  /// The state of a run of `sustained`.
  @usableFromInline
  struct SustainedState<Input> {
    @usableFromInline var isSustained = false
    /// Whether the condition held for the last value that was true or false; nil before that, and if
    /// each value is.
    @usableFromInline var level: Bool?
    /// The latest value, during a wait.
    @usableFromInline @Maybe var pending: Input? = nil

    @inlinable
    init() {}
  }
}

extension Publishers.SustainedState: Codable where Input: Codable {}
