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
      let stage = DelayEachStage(
        downstream: subscriber, scheduler: scheduler, interval: interval)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  final class DelayEachStage<Downstream: Subscriber>: RunStage, SavableRun {
    @usableFromInline typealias State = DelayEachState<Downstream.Input, Failure>
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    /// Something that is emitted later.
    @usableFromInline
    enum Pending {
      case value(Input)
      case end(Subscribers.Completion<Failure>)
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let alarm: Alarm
    @usableFromInline let interval: (Input) throws(Failure) -> Duration
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var pending = TicketHeap<Pending>()
    /// The instant of the last pending value, or of an earlier value.
    @usableFromInline @exclusivity(unchecked) var lastDue = Instant(nanoseconds: .min)
    /// Whether upstream has ended, or has been cancelled.
    @usableFromInline @exclusivity(unchecked) var hasEnded = false
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(
      downstream: Downstream, scheduler: any Scheduler,
      interval: @escaping (Input) throws(Failure) -> Duration
    ) {
      self.downstream = downstream
      self.interval = interval
      alarm = Alarm(on: scheduler)
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard unsafe !isOver, unsafe !hasEnded else { return }
      do throws(Failure) {
        let wait = max(0, try interval(input).wholeNanoseconds)
        // The closure may have ended the run.
        guard unsafe !isOver, unsafe !hasEnded else { return }
        let due = alarm.now.advanced(byNanoseconds: wait)
        unsafe lastDue = unsafe max(lastDue, due)
        insert(.value(input), due: due)
      } catch {
        let upstream = subscription.take()
        upstream?.cancel()
        receive(completion: .failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard unsafe !isOver, unsafe !hasEnded else { return }
      unsafe hasEnded = true
      let now = alarm.now
      switch completion {
      case .finished: insert(.end(completion), due: unsafe max(now, lastDue))
      case .failure: insert(.end(completion), due: now)
      }
    }

    @inlinable
    func insert(_ event: Pending, due: Instant) {
      let ticket = alarm.scheduler.takeTicket(due: due)
      unsafe pending.insert(event, at: ticket)
      setAlarm()
    }

    /// Sets the alarm to the first of the pending events.
    @inlinable
    func setAlarm() {
      guard let first = unsafe pending.first, unsafe first != alarm.next else { return }
      // The alarm can be postponed, but not brought forward.
      if let next = unsafe alarm.next, first < next { alarm.clear() }
      if unsafe !alarm.isBooked { alarm.book { self.emitFirst() } }
      alarm.set(at: first)
    }

    @inlinable
    func emitFirst() {
      guard let event = unsafe pending.popFirst() else { return }
      switch event {
      case .value(let value):
        setAlarm()
        downstream.receive(value)
      case .end(let completion):
        end(completion)
      }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe pending.removeAll()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe pending.removeAll()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `delay(scheduler:by:)`.
  @usableFromInline
  struct DelayEachState<Value, Failure> {
    @usableFromInline
    struct Next {
      @usableFromInline let ticket: Ticket
      /// The value. Without one, this is the end.
      @usableFromInline @Maybe var value: Value?
      @usableFromInline let failure: Failure?
    }

    @usableFromInline let pending: [Next]
    @usableFromInline let lastDue: Instant
    @usableFromInline let hasEnded: Bool
  }
}

extension Publishers.DelayEachState: Codable where Value: Codable, Failure: Codable {}
extension Publishers.DelayEachState.Next: Codable where Value: Codable, Failure: Codable {}

extension Publishers.DelayEachStage {
  @usableFromInline var run: Publishers.DelayEachStage<Downstream> { self }
  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> State {
    let next = unsafe pending.entries.map { entry -> State.Next in
      switch entry.value {
      case .value(let value): .init(ticket: entry.ticket, value: value, failure: nil)
      case .end(.finished): .init(ticket: entry.ticket, value: nil, failure: nil)
      case .end(.failure(let failure)): .init(ticket: entry.ticket, value: nil, failure: failure)
      }
    }
    return unsafe State(pending: next, lastDue: lastDue, hasEnded: hasEnded)
  }

  @usableFromInline
  func restore(_ state: State) {
    unsafe (lastDue, hasEnded) = (state.lastDue, state.hasEnded)
    for next in state.pending {
      let event: Pending =
        if let value = next.value {
          .value(value)
        } else {
          .end(next.failure.map { .failure($0) } ?? .finished)
        }
      unsafe pending.insert(event, at: next.ticket)
    }
    setAlarm()
  }
}
