extension Publishers {
  /// When and how often to subscribe again.
  public struct Repetition<Failure: Error> {
    /// The number of new subscriptions; nil for forever.
    public var count: Int?
    /// The delay before each new subscription. The last delay applies to all later ones. If there
    /// are no delays, each new subscription is made at once.
    public var delays: [Duration]
    /// The scheduler on which the delays elapse.
    public var scheduler: (any Scheduler)?
    /// The limit of repetitions at one instant; nil for none.
    public var limit: RepetitionLimit<Failure>?
    /// Returns whether another subscription cannot produce anything, so that the run completes
    /// instead; nil if that is not known.
    package var isOver: (() -> Bool)?

    /// Creates a rule from the number of repetitions and the delays before them.
    public init(
      count: Int? = nil, delays: [Duration] = [], scheduler: (any Scheduler)? = nil,
      limit: RepetitionLimit<Failure>? = nil
    ) {
      precondition(count.map { $0 >= 0 } ?? true, "a negative number of subscriptions")
      precondition(delays.allSatisfy { $0 >= .zero }, "a negative delay")
      precondition(delays.isEmpty || scheduler != nil, "a delay without a scheduler")
      self.count = count
      self.delays = delays
      self.scheduler = scheduler
      self.limit = limit
    }
  }

  /// One run of `retry` or `repeat`.
  @usableFromInline
  final class RepetitionRun<Downstream: Subscriber, Upstream: Publisher>: SavableRun
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

    /// How a run ended that is followed by another run.
    @usableFromInline
    enum Cause { case finish, failure }

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream: Upstream
    @usableFromInline let cause: Cause
    @usableFromInline let repetition: Repetition<Downstream.Failure>
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth
    @usableFromInline let alarm: Alarm?
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    /// The number of new subscriptions so far.
    @usableFromInline @exclusivity(unchecked) var made = 0
    /// Whether the current run of upstream has emitted a value.
    @usableFromInline @exclusivity(unchecked) var hasEmitted = false
    @usableFromInline @exclusivity(unchecked) var isSubscribing = false
    @usableFromInline @exclusivity(unchecked) var isToSubscribe = false

    @inlinable
    init(
      downstream: Downstream, upstream: Upstream, cause: Cause,
      repetition: Repetition<Downstream.Failure>
    ) {
      self.downstream = downstream
      self.upstream = upstream
      self.cause = cause
      self.repetition = repetition
      alarm = repetition.delays.isEmpty ? nil : repetition.scheduler.map { Alarm(on: $0, for: RepetitionRun.self) }
    }

    /// Sends itself downstream as the subscription, and subscribes for the first time.
    @inlinable
    func start() {
      if CallDepth.isRestoring { return resume() }
      downstream.receive(subscription: self)
      subscribe()
    }

    /// Continues a saved run where it stopped.
    @usableFromInline
    func resume() {
      guard let restoration = CallDepth.restoration,
        let saved = restoration.next(RepetitionState.self, upstreams: 1)
      else { return }
      guard saved.state.made >= 0 else {
        return restoration.fail("a negative number of repetitions")
      }
      unsafe (made, hasEmitted) = (saved.state.made, saved.state.hasEmitted)
      downstream.receive(subscription: self)
      if saved.isRunning[0] {
        upstream.receive(subscriber: Side(run: self, downstream: downstream))
      }
      if let again = saved.state.again { setAlarm(at: again) }
    }

    /// Subscribes to upstream, repeatedly as long as it ends while it is being subscribed to. It is
    /// a loop because one call for each subscription would overflow the stack.
    @inlinable
    func subscribe() {
      guard unsafe !isSubscribing else {
        unsafe isToSubscribe = true
        return
      }
      unsafe isSubscribing = true
      defer { unsafe isSubscribing = false }
      let depth = CallDepth.current
      repeat {
        unsafe isToSubscribe = false
        guard unsafe !isOver else { return }
        if depth.hasPutOff { return depth.putOffRest { self.subscribe() } }
        unsafe hasEmitted = false
        depth.enter(asDeepAs: ownDepth) {
          upstream.receive(subscriber: Side(run: self, downstream: downstream))
        }
      } while unsafe isToSubscribe
    }

    @usableFromInline
    func receive(completion: Completion) {
      _ = unsafe subscription.take()
      guard unsafe !isOver else { return }
      guard isFollowed(completion), !(repetition.isOver?() ?? false) else {
        return end(completion)
      }
      if unsafe repetition.count == nil || !hasEmitted, let failure = repetition.limit?.excess() {
        return end(.failure(failure))
      }
      unsafe made += 1
      guard let alarm else { return subscribe() }
      let delay = unsafe repetition.delays[min(made, repetition.delays.count) - 1]
      let due = alarm.now.advanced(byNanoseconds: delay.wholeNanoseconds)
      setAlarm(at: alarm.scheduler.takeTicket(due: due))
    }

    @usableFromInline
    func setAlarm(at ticket: Ticket) {
      alarm?.set(at: ticket) { _ in self.subscribe() }
    }

    private func isFollowed(_ completion: Completion) -> Bool {
      if let count = repetition.count, unsafe made >= count { return false }
      switch (completion, cause) {
      case (.finished, .finish), (.failure, .failure): return true
      case (.finished, .failure), (.failure, .finish): return false
      }
    }

    private func end(_ completion: Completion) {
      // The closure that makes the failure may have cancelled the run.
      guard unsafe !isOver else { return }
      unsafe isOver = true
      alarm?.stop()
      downstream.receive(completion: completion)
    }

    @usableFromInline
    func cancel() {
      unsafe isOver = true
      alarm?.stop()
      unsafe subscription.take()?.cancel()
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let run: RepetitionRun
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

      @inlinable
      init(run: RepetitionRun, downstream: Downstream) {
        self.run = run
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        guard unsafe !run.isOver else { return subscription.cancel() }
        unsafe run.subscription = subscription
      }

      @inlinable
      func receive(_ input: Upstream.Output) {
        guard unsafe !run.isOver else { return }
        unsafe run.hasEmitted = true
        downstream.receive(input)
      }

      @inlinable
      func receive(completion: Completion) {
        run.receive(completion: completion)
      }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of a repetition.
  @usableFromInline
  struct RepetitionState: Codable {
    @usableFromInline let made: Int
    @usableFromInline let hasEmitted: Bool
    /// The ticket of the next subscription, if the run is waiting for one.
    @usableFromInline let again: Ticket?
  }
}

extension Publishers.RepetitionRun {
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.RepetitionState {
    unsafe Publishers.RepetitionState(made: made, hasEmitted: hasEmitted, again: alarm?.next)
  }
}
