/// The subscriber of an operator that stores one value for a while.
@usableFromInline
struct TimedStage<Downstream: Subscriber, Rule: TimedRule>: RunStage {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let run: TimedRun<Downstream, Rule>

  @inlinable
  init(_ run: TimedRun<Downstream, Rule>) {
    downstream = run.downstream
    self.run = run
  }

  @inlinable
  func receive(subscription: any Subscription) {
    unsafe run.subscription = subscription
    downstream.receive(subscription: run)
  }

  @inlinable
  func receive(_ input: Downstream.Input) {
    run.receive(input, to: downstream)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    run.receive(completion: completion)
  }
}

/// One run of an operator that stores one value for a while: `debounce`, `throttle`, `audit` and
/// `sample(every:)`, which differ in their `TimedRule`.
///
/// A value stays pending, and the alarm may ring, only until the run is over. Downstream, a
/// cancelled subscription, the release of a value and an immediate scheduler may call back into the
/// run. So each of these calls is made when all fields describe the state after it, and a replaced
/// value is released last.
@usableFromInline
final class TimedRun<Downstream: Subscriber, Rule: TimedRule>: Subscription {
  @usableFromInline typealias Value = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let rule: Rule
  @usableFromInline let alarm: Alarm
  @usableFromInline @exclusivity(unchecked) var isOver = false
  @usableFromInline @exclusivity(unchecked) var pending: Value?
  /// Whether waits may begin. Among the waits that begin without a value, the first begins after
  /// the subscription to upstream, and the others begin once the previous value has travelled all
  /// the way down.
  @usableFromInline @exclusivity(unchecked) var mayWait: Bool
  /// Whether upstream has completed, and the completion is waiting for the pending value.
  @usableFromInline @exclusivity(unchecked) var hasFinished = false
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?

  @inlinable
  init(_ downstream: Downstream, _ rule: Rule, on scheduler: any Scheduler, mayWait: Bool = true) {
    self.downstream = downstream
    self.rule = rule
    unsafe self.mayWait = mayWait
    alarm = Alarm(on: scheduler)
  }

  @inlinable
  func receive(_ value: Value, to downstream: Downstream) {
    guard unsafe !isOver else { return }
    let isWaiting = alarm.isSet
    switch unsafe rule.arrival(isWaiting: isWaiting, hasPending: pending != nil) {
    case .emitAndWait:
      wait()
      downstream.receive(value)
    case .keepAndWait:
      let replaced = unsafe exchange(&pending, with: value)
      withExtendedLifetime(replaced) { wait() }
    case .keep:
      let replaced = unsafe exchange(&pending, with: value)
      withExtendedLifetime(replaced) {}
    case .drop:
      break
    }
  }

  /// Begins a wait, in place of the current one.
  @inlinable
  func wait() {
    if unsafe mayWait { wait(from: alarm.now) }
  }

  @inlinable
  func wait(from instant: Instant) {
    guard unsafe mayWait else { return }
    if unsafe !alarm.isBooked { alarm.book { [downstream] in self.endWait(downstream) } }
    rule.setAlarm(alarm, at: instant)
  }

  /// Begins a wait without a value.
  @inlinable
  func start() {
    guard unsafe !isOver else { return }
    // A restored run has already started, or starts once the value it emitted has travelled all the
    // way down.
    guard !CallDepth.isRestoring else { return }
    unsafe mayWait = true
    wait()
  }

  @inlinable
  func endWait(_ downstream: Downstream) {
    guard let value = unsafe pending.take() else { return }
    guard unsafe !hasFinished else { return emitLast(value, to: downstream) }
    switch rule.nextWait {
    case .atArrival:
      downstream.receive(value)
    case .beforeValue:
      wait()
      downstream.receive(value)
    case .afterValue:
      unsafe mayWait = false
      downstream.receive(value)
      CallDepth.current.inTurn { self.start() }
    }
  }

  /// Emits a value, and completes once the value has travelled all the way down.
  @inlinable
  func emitLast(_ value: Value, to downstream: Downstream) {
    downstream.receive(value)
    CallDepth.current.inTurn { self.end(.finished) }
  }
}

// MARK: - Batches

extension TimedStage {
  @inlinable var _batchUse: _BatchUse { .some }

  @inlinable
  func _receive(_ batch: _Batch<Downstream.Input>) -> Int {
    batch.rowAfterTaking { row in batch.lend(row) { run.takes($0, at: batch.instant(row)) } }
  }
}

extension TimedRun {
  /// Accepts a value that arrives at an instant, unless something is emitted by then or for the
  /// value. Returns whether it was accepted.
  @inlinable
  func takes(_ value: Value, at instant: Instant) -> Bool {
    guard unsafe !isOver else { return false }
    let ring = unsafe alarm.next
    if let ring, ring.due <= instant { return false }
    switch unsafe rule.arrival(isWaiting: ring != nil, hasPending: pending != nil) {
    case .emitAndWait:
      return false
    case .keepAndWait:
      let replaced = unsafe exchange(&pending, with: value)
      withExtendedLifetime(replaced) { wait(from: instant) }
    case .keep:
      let replaced = unsafe exchange(&pending, with: value)
      withExtendedLifetime(replaced) {}
    case .drop:
      break
    }
    return true
  }
}

// MARK: - Saving

/// The state of a run of an operator that stores one value for a while.
@usableFromInline
struct TimedState<Value> {
  @usableFromInline @Maybe var pending: Value?
  /// The ticket of the end of the current wait, and the instant at which the last wait ended.
  @usableFromInline let waitEnd: Ticket?
  @usableFromInline let lastWaitEnd: Instant?
  @usableFromInline let mayWait: Bool
  @usableFromInline let hasFinished: Bool
}

extension TimedState: Codable where Value: Codable {}

extension TimedRun: SavableRun {
  @usableFromInline
  func state(in line: PendingTickets) -> TimedState<Value> {
    unsafe TimedState(
      pending: pending, waitEnd: alarm.next, lastWaitEnd: alarm.lastRing, mayWait: mayWait,
      hasFinished: hasFinished)
  }

  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func restore(_ state: TimedState<Value>) {
    unsafe pending = state.pending
    unsafe alarm.lastRing = state.lastWaitEnd
    unsafe (mayWait, hasFinished) = (state.mayWait, state.hasFinished)
    guard let waitEnd = state.waitEnd else { return }
    alarm.book { [downstream] in self.endWait(downstream) }
    alarm.set(at: waitEnd)
  }
}

extension TimedStage {
  @usableFromInline typealias State = TimedState<Downstream.Input>

  @usableFromInline
  func restore(_ state: State) {
    run.restore(state)
  }
}

// MARK: - Ends

extension TimedRun {
  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    _ = unsafe subscription.take()
    guard unsafe !isOver else { return }
    guard case .finished = completion, unsafe pending != nil else { return end(completion) }
    switch rule.pendingAtEnd {
    case .drop:
      end(completion)
    case .emit:
      alarm.stop()
      if let value = unsafe pending.take() { emitLast(value, to: downstream) }
    case .emitInTime:
      unsafe hasFinished = true
    }
  }

  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
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
    withExtendedLifetime(dropped) { unsafe subscription.take()?.cancel() }
  }
}
