extension Publisher {
  /// Gives a value when nothing has come for `dueTime` after it.
  ///
  ///     a-bc--d-|
  ///     debounce(for: .seconds(2), scheduler: scheduler)
  ///     -----c--|
  ///
  /// What is pending when upstream finishes is dropped, or given then if `atEnd` says so; a failure
  /// drops it. The end of the wait takes its place in line when the value arrives, as with a timer for each
  /// value in Combine. Combine has no `atEnd`, and moves the end to its scheduler; here it comes at once.
  @inlinable
  public func debounce(
    for dueTime: Duration, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .drop
  ) -> Publishers.Debounce<Self> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, atEnd: atEnd)
  }
}

extension Publishers {
  /// What becomes of a pending value when upstream finishes.
  public enum PendingAtEnd: Sendable {
    case drop, emit
  }

  /// Gives a value when nothing has come for some time after it.
  public struct Debounce<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let dueTime: Duration
    public let scheduler: any Scheduler
    public let atEnd: PendingAtEnd

    @inlinable
    public init(
      upstream: Upstream, dueTime: Duration, scheduler: any Scheduler, atEnd: PendingAtEnd
    ) {
      precondition(dueTime >= .zero, "a negative time to wait")
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.atEnd = atEnd
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: DebounceStage(
          downstream: subscriber, nanoseconds: dueTime.wholeNanoseconds, scheduler: scheduler,
          emitsAtEnd: atEnd == .emit))
    }
  }

  @usableFromInline
  final class DebounceStage<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let nanoseconds: Int64
    @usableFromInline let emitsAtEnd: Bool
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(
      downstream: Downstream, nanoseconds: Int64, scheduler: any Scheduler, emitsAtEnd: Bool
    ) {
      self.downstream = downstream
      self.nanoseconds = nanoseconds
      self.emitsAtEnd = emitsAtEnd
      alarm = Alarm(on: scheduler)
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard !isOver else { return }
      let dropped = exchange(&pending, with: input)
      withExtendedLifetime(dropped) {
        if !alarm.isBooked { alarm.book { [downstream] in self.givePending(to: downstream) } }
        alarm.set(afterNanoseconds: nanoseconds)
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      alarm.stop()
      if emitsAtEnd, case .finished = completion { givePending(to: downstream) }
      CallDepth.current.inTurn { self.end(completion) }
    }

    @inlinable
    func cancel() {
      isOver = true
      alarm.stop()
      let dropped = pending.take()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    @inlinable
    func givePending(to downstream: Downstream) {
      if let value = pending.take() { downstream.receive(value) }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard !isOver else { return }
      isOver = true
      let dropped = pending.take()
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }
  }
}
