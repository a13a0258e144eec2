extension Publisher {
  /// Fails with `customError` if no value arrives for `interval`; without an error, it completes
  /// instead.
  ///
  ///     -a-b----c|
  ///     timeout(.seconds(3), scheduler: scheduler, customError: { Late() })
  ///     -a-b--#
  ///
  /// The count starts at the subscription to upstream, as in RxJS. It restarts at each value,
  /// before the value is emitted, as in Combine. A value that is due exactly at the end is in time
  /// if it was scheduled before the count began. With an `interval` of zero this applies to each
  /// value separately.
  @inlinable
  public func timeout(
    _ interval: Duration, scheduler: any Scheduler, customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, customError: customError)
  }
}

extension Publishers {
  /// Ends the run if no value arrives in time.
  public struct Timeout<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The maximum time without a value.
    public let interval: Duration
    /// The scheduler whose clock measures the time.
    public let scheduler: any Scheduler
    /// The closure that makes the error. Without it, the publisher completes instead.
    public let customError: (() -> Failure)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, interval: Duration, scheduler: any Scheduler,
      customError: (() -> Failure)?
    ) {
      precondition(interval >= .zero, "a negative interval")
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.customError = customError
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = TimeoutRule<Output, Failure>(
        nanoseconds: interval.wholeNanoseconds, customError: customError)
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// Each value restarts the wait, whose end ends the run.
  @usableFromInline
  struct TimeoutRule<Value, Failure: Error>: AlarmRule {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline typealias State = TimeoutState
    @usableFromInline typealias Step = AlarmStep<Value, Failure>

    @usableFromInline let nanoseconds: Int64
    @usableFromInline let customError: (() -> Failure)?

    @inlinable
    init(nanoseconds: Int64, customError: (() -> Failure)?) {
      self.nanoseconds = nanoseconds
      self.customError = customError
    }

    @inlinable static var starts: Bool { true }

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func start(_ state: inout State, _ turn: inout AlarmTurn) {
      // A value that arrived during the subscription to upstream has already started the count.
      if let first = state.first.take() {
        turn.wait = first
      } else {
        turn.wait(nanoseconds: nanoseconds)
      }
      state.hasStarted = true
    }

    @inlinable
    func receive(
      _ value: Value, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      let end = turn.takeTicket(due: turn.now.advanced(byNanoseconds: nanoseconds))
      if state.hasStarted { turn.wait = end } else { state.first = end }
      return .emit(value)
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      if let customError { .fail(customError) } else { .end }
    }
  }

  /// The state of a run of `timeout`.
  @usableFromInline
  struct TimeoutState: Codable {
    /// The ticket for the end of a count that began before the subscription to upstream was over.
    @usableFromInline var first: Ticket?
    @usableFromInline var hasStarted = false

    @inlinable
    init() {}
  }
}
