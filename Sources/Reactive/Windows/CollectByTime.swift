extension Publisher {
  /// Collects values into arrays by the time at which they arrive.
  ///
  ///     -ab--c-d|
  ///     collect(.byTime(scheduler, .seconds(2)))
  ///     --x-y-z-(w|)    x: [a], y: [b], z: [c], w: [d]
  ///
  /// A window includes its start but not its end, whatever the order of scheduling: a value that
  /// arrives at the end of a window closes it first. Windows count from the scheduler's time 0.
  /// They are emitted at their end, but never empty. Windows that are open when upstream completes
  /// are emitted then, oldest first; a failure drops them. The end of a window is scheduled when
  /// its first value arrives. Combine counts windows from the subscription, and has neither sliding
  /// windows nor sessions.
  ///
  ///     -abcd--e|
  ///     collect(.byTimeOrCount(scheduler, .seconds(4), 3))
  ///     ---x---y(z|)    x: [a, b, c], y: [d], z: [e]
  ///
  /// With a count, a full array is emitted at once, and the next window begins at that point.
  @inlinable
  public func collect(
    _ strategy: Publishers.TimeGroupingStrategy
  ) -> Publishers.CollectByTime<Self> {
    Publishers.CollectByTime(upstream: self, strategy: strategy)
  }
}

extension Publishers {
  /// How values are collected by time.
  public enum TimeGroupingStrategy {
    /// In consecutive windows, each beginning at a multiple of its length.
    case byTime(any Scheduler, Duration)
    /// Like `byTime`, but an array of the given length is emitted at once, and the next window
    /// begins at that instant. Later windows are counted from there.
    case byTimeOrCount(any Scheduler, Duration, Int)
    /// In windows of equal length, one beginning at each multiple of `every`, so that they overlap
    /// or leave gaps. The first begins at time 0.
    case sliding(any Scheduler, Duration, every: Duration)
    /// In sessions, each of which ends when no value has arrived for `gap`.
    case bySession(any Scheduler, gap: Duration)
  }

  /// Collects values into arrays by the time at which they arrive.
  public struct CollectByTime<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// When the collected values are emitted.
    public let strategy: TimeGroupingStrategy

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, strategy: TimeGroupingStrategy) {
      switch strategy {
      case .byTime(_, let length):
        precondition(length.wholeNanoseconds > 0, "windows without length")
      case .byTimeOrCount(_, let length, let count):
        precondition(length.wholeNanoseconds > 0, "windows without length")
        precondition(count > 0, "arrays without a value")
      case .sliding(_, let length, let period):
        precondition(length.wholeNanoseconds > 0, "windows without length")
        precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
      case .bySession(_, let gap):
        precondition(gap >= .zero, "a negative gap")
      }
      self.upstream = upstream
      self.strategy = strategy
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      switch strategy {
      case .byTime(let scheduler, let length):
        subscribe(subscriber, .init(length: length, isSession: false, count: nil), scheduler)
      case .byTimeOrCount(let scheduler, let length, let count):
        subscribe(subscriber, .init(length: length, isSession: false, count: count), scheduler)
      case .sliding(let scheduler, let length, let period):
        let rule = AlignedWindowRule<[Upstream.Output], Failure>(
          length: length.wholeNanoseconds, period: period.wholeNanoseconds, emitsAtEnd: true,
          empty: nil, sums: false)
        upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
      case .bySession(let scheduler, let gap):
        subscribe(subscriber, .init(length: gap, isSession: true, count: nil), scheduler)
      }
    }

    @inlinable
    func subscribe<S: Subscriber>(
      _ subscriber: S, _ rule: WindowRule<Upstream.Output, Failure>, _ scheduler: any Scheduler
    ) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// The rule for windows that do not overlap: aligned ones, whose end is known when they begin,
  /// and sessions, whose end moves with every value.
  @usableFromInline
  struct WindowRule<Input, Failure: Error>: AlarmRule {
    @usableFromInline typealias Output = [Input]
    @usableFromInline typealias State = WindowState<Input>
    @usableFromInline typealias Step = AlarmStep<[Input], Failure>

    @usableFromInline let length: Int64
    @usableFromInline let isSession: Bool
    /// The number of values that fill a window; nil for no limit.
    @usableFromInline let count: Int?

    @inlinable
    init(length: Duration, isSession: Bool, count: Int?) {
      self.length = length.wholeNanoseconds
      self.isSession = isSession
      self.count = count
    }

    @usableFromInline var bound: StateBound {
      if let count { return .values(count) }
      return isSession
        ? .unbounded(by: "the values of a session") : .valuesWithin(.nanoseconds(length))
    }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func receive(
      _ input: Input, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      if !state.values.isEmpty, turn.now < state.end {
        state.values.append(input)
        if isSession { wait(until: turn.now.advanced(byNanoseconds: length), &state, &turn) }
        return state.values.count == count ? fill(&state, &turn) : .rest
      }
      let closed = take(&state)
      state.values.reserveCapacity(min(state.room, 1_024))
      state.values.append(input)
      if count == 1 { return fill(&state, &turn) }
      let start =
        isSession ? turn.now : turn.now.roundedDown(toNanoseconds: length, from: state.origin)
      wait(until: start.advanced(byNanoseconds: length), &state, &turn)
      return closed.isEmpty ? .rest : .emit(closed)
    }

    @inlinable
    func wait(until end: Instant, _ state: inout State, _ turn: inout AlarmTurn) {
      state.end = end
      turn.wait = turn.takeTicket(due: end)
    }

    /// Closes a full window; the next one begins now.
    @inlinable
    func fill(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      state.origin = turn.now
      return .emit(take(&state))
    }

    /// Closes the open window, if there is one.
    @inlinable
    func take(_ state: inout State) -> [Input] {
      let closed = exchange(&state.values, with: [])
      if !closed.isEmpty { state.room = closed.count }
      return closed
    }

    @inlinable static var takesBatches: Bool { true }

    /// A value that arrives before the end of the window and does not fill it.
    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool {
      !state.values.isEmpty && now < state.end && state.values.count + 1 != count
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      let closed = take(&state)
      return closed.isEmpty ? .rest : .emit(closed)
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard !state.values.isEmpty, !hasFailed || state.end <= turn.now else { return .end }
      return .emitLast(take(&state))
    }
  }

  /// The state of windows that do not overlap.
  @usableFromInline
  struct WindowState<Input> {
    /// The values of the open window; empty if none is open.
    @usableFromInline var values: [Input] = []
    /// The capacity to reserve for a new window: the length of the last one, up to a limit.
    @usableFromInline var room = 1
    @usableFromInline var end = Instant.zero
    /// The instant from which windows are counted: time 0, or the instant at which the last window
    /// was full.
    @usableFromInline var origin = Instant.zero

    @inlinable
    init() {}
  }
}

extension Publishers.WindowState: Codable where Input: Codable {}

extension Instant {
  /// The number of the last multiple of `period` at or before this instant.
  @usableFromInline
  func multiple(ofNanoseconds period: Int64) -> Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: period)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The last instant at or before this one that is a whole number of periods after `origin`.
  @usableFromInline
  func roundedDown(toNanoseconds period: Int64, from origin: Instant = .zero) -> Instant {
    let rest = (nanoseconds - origin.nanoseconds) % period
    return advanced(byNanoseconds: rest < 0 ? -(rest + period) : -rest)
  }
}
