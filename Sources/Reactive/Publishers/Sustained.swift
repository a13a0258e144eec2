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
  /// A value that is pending when upstream completes or fails is dropped.
  ///
  /// The condition is called once for each value.
  @inlinable
  public func sustained(
    for duration: Duration, release: Duration = .zero, scheduler: any Scheduler,
    where condition: @escaping (Output) -> Bool
  ) -> Publishers.Sustained<Self> {
    Publishers.Sustained(
      upstream: self, duration: duration, release: release, scheduler: scheduler,
      condition: { (value) throws(Failure) in condition(value) })
  }

  /// Like `sustained`, but an error thrown by the condition ends the run with that failure, at once,
  /// and cancels upstream.
  ///
  ///     -9-9-x---|
  ///     trySustained(for: .seconds(2), scheduler: scheduler) { try number($0) > 5 }
  ///     ---y-#    y: (true, 9)
  @inlinable
  public func trySustained(
    for duration: Duration, release: Duration = .zero, scheduler: any Scheduler,
    where condition: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.Sustained<Self> {
    Publishers.Sustained(
      upstream: self, duration: duration, release: release, scheduler: scheduler,
      condition: condition)
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
    /// The condition on a value.
    public let condition: (Upstream.Output) throws(Failure) -> Bool

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, duration: Duration, release: Duration, scheduler: any Scheduler,
      condition: @escaping (Upstream.Output) throws(Failure) -> Bool
    ) {
      precondition(duration >= .zero && release >= .zero, "a negative time to wait")
      self.upstream = upstream
      self.duration = duration
      self.release = release
      self.scheduler = scheduler
      self.condition = condition
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = SustainedStage(
        downstream: subscriber, scheduler: scheduler, duration: duration, release: release,
        condition: condition)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// A stage with two states. In each, it waits for the change to the other.
  @usableFromInline
  final class SustainedStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == (isSustained: Bool, value: Input) {
    @usableFromInline typealias State = SustainedState<Input>
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let alarm: Alarm
    @usableFromInline let condition: (Input) throws(Failure) -> Bool
    /// The waits for the condition to become sustained, and for it to end.
    @usableFromInline let duration: Int64
    @usableFromInline let release: Int64
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var isSustained = false
    /// The latest value, during a wait.
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(
      downstream: Downstream, scheduler: any Scheduler, duration: Duration, release: Duration,
      condition: @escaping (Input) throws(Failure) -> Bool
    ) {
      self.downstream = downstream
      self.condition = condition
      self.duration = duration.wholeNanoseconds
      self.release = release.wholeNanoseconds
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
      do throws(Failure) {
        let holds = try condition(input)
        // The condition may have ended the run.
        if unsafe !isOver { take(input, holds) }
      } catch {
        let upstream = subscription.take()
        if unsafe !isOver {
          upstream?.cancel()
          end(.failure(error))
        }
      }
    }

    @inlinable
    func take(_ input: Input, _ holds: Bool) {
      if unsafe holds == isSustained {
        let dropped = unsafe pending.take()
        return withExtendedLifetime(dropped) { alarm.clear() }
      }
      let wait = holds ? duration : release
      if wait == 0 {
        unsafe isSustained = holds
        return downstream.receive((isSustained: holds, value: input))
      }
      let replaced = unsafe exchange(&pending, with: input)
      withExtendedLifetime(replaced) {
        guard !alarm.isSet else { return }
        book()
        alarm.setEarly(nanoseconds: wait, after: alarm.now)
      }
    }

    @inlinable
    func book() {
      // Capturing only the stage needs no memory, and there may be a stage for each of a million
      // keys.
      if unsafe !alarm.isBooked { alarm.book { self.endWait() } }
    }

    @inlinable
    func endWait() {
      guard let value = unsafe pending.take() else { return }
      unsafe isSustained.toggle()
      unsafe downstream.receive((isSustained: isSustained, value: value))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      if unsafe !isOver { end(completion) }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe pending.take()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe pending.take()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `sustained`.
  @usableFromInline
  struct SustainedState<Input> {
    @usableFromInline let isSustained: Bool
    @usableFromInline @Maybe var pending: Input?
    /// The ticket with which the wait ends.
    @usableFromInline let waitEnd: Ticket?
  }
}

extension Publishers.SustainedState: Codable where Input: Codable {}

extension Publishers.SustainedStage {
  @usableFromInline var run: Publishers.SustainedStage<Downstream, Input> { self }
  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> State {
    unsafe State(isSustained: isSustained, pending: pending, waitEnd: alarm.next)
  }

  @usableFromInline
  func restore(_ state: State) {
    unsafe (isSustained, pending) = (state.isSustained, state.pending)
    guard let waitEnd = state.waitEnd else { return }
    book()
    alarm.set(at: waitEnd)
  }
}
