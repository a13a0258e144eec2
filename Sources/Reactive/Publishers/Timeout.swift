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
      let run = TimeoutRun(
        downstream: subscriber, nanoseconds: interval.wholeNanoseconds, scheduler: scheduler,
        customError: customError)
      let stage = TimeoutStage(downstream: subscriber, run: run)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
      CallDepth.current.inTurn { run.start() }
    }
  }

  @usableFromInline
  struct TimeoutStage<Downstream: Subscriber>: RunStage {
    @usableFromInline typealias State = TimeoutState
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let run: TimeoutRun<Downstream>

    @inlinable
    init(downstream: Downstream, run: TimeoutRun<Downstream>) {
      self.downstream = downstream
      self.run = run
    }

    @inlinable
    func receive(subscription: any Subscription) {
      run.subscription = subscription
      downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard unsafe !run.isOver else { return }
      run.begin()
      downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.subscription.take()
      run.end(completion)
    }

    @usableFromInline
    func restore(_ state: State) {
      run.start(at: state.end)
    }
  }

  @usableFromInline
  final class TimeoutRun<Downstream: Subscriber>: Subscription {
    @usableFromInline let downstream: Downstream
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let customError: (() -> Downstream.Failure)?
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline var subscription: (any Subscription)?
    /// The ticket for the end of a count that began before the alarm was made.
    private var firstTicket: Ticket?
    private var isCancelled = false

    @usableFromInline
    init(
      downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler,
      customError: (() -> Downstream.Failure)?
    ) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      self.customError = customError
      alarm = Alarm(on: scheduler)
    }

    /// Starts or restarts the count.
    @usableFromInline
    func begin() {
      let ticket = alarm.scheduler.takeTicket(
        due: alarm.now.advanced(byNanoseconds: nanoseconds))
      if unsafe alarm.isBooked { alarm.set(at: ticket) } else { firstTicket = ticket }
    }

    @usableFromInline
    func start() {
      // A restored run has already started.
      guard unsafe !isOver, unsafe !alarm.isBooked else { return }
      // A value that arrived during the subscription to upstream has already started the count.
      if firstTicket == nil { begin() }
      start(at: firstTicket)
    }

    @usableFromInline
    func start(at end: Ticket?) {
      alarm.book { self.ring() }
      if let end { alarm.set(at: end) }
    }

    private func ring() {
      unsafe isOver = true
      alarm.stop()
      subscription.take()?.cancel()
      let completion = customError.map { Subscribers.Completion.failure($0()) } ?? .finished
      // Releasing the upstream may run foreign code, which may cancel the run.
      if !isCancelled { downstream.receive(completion: completion) }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      alarm.stop()
      downstream.receive(completion: completion)
    }

    @usableFromInline
    func cancel() {
      isCancelled = true
      unsafe isOver = true
      alarm.stop()
      subscription.take()?.cancel()
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `timeout`.
  @usableFromInline
  struct TimeoutState: Codable {
    /// The ticket with which the run ends if no value arrives first.
    @usableFromInline let end: Ticket?
  }
}

extension Publishers.TimeoutRun: SavableRun {
  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.TimeoutState {
    unsafe Publishers.TimeoutState(end: alarm.next)
  }

  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }
}
