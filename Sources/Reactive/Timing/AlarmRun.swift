/// The subscriber of an operator that measures time.
@usableFromInline
struct AlarmStage<Downstream: Subscriber, Rule: AlarmRule>: RunStage
where Rule.Output == Downstream.Input, Rule.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let run: AlarmRun<Downstream, Rule, Rule.State>

  @inlinable
  init(_ run: AlarmRun<Downstream, Rule, Rule.State>) {
    downstream = run.downstream
    self.run = run
  }

  @inlinable
  func receive(subscription: any Subscription) {
    unsafe run.subscription = subscription
    downstream.receive(subscription: run)
  }

  @inlinable
  func receive(_ input: Rule.Input) {
    run.receive(input, to: downstream)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    run.receive(completion: completion)
  }
}

extension Publisher {
  /// Subscribes to this publisher with a rule that measures time. Always inlined: a generic function
  /// that all stages of a chain call is not specialized.
  @inlinable @inline(__always)
  package func receive<S: Subscriber, Rule: AlarmRule>(
    subscriber: S, by rule: Rule, on scheduler: any Scheduler
  )
  where
    Rule.Input == Output, Rule.Output == S.Input, Rule.Failure == S.Failure, S.Failure == Failure
  {
    let run = AlarmRun(subscriber, rule, on: scheduler)
    let stage = AlarmStage(run)
    if CallDepth.isRestoring { return restore(stage) }
    receive(subscriber: stage)
    if Rule.starts { CallDepth.current.inTurn { run.start() } }
  }
}

/// One run of an operator that measures time. Such operators differ only in their `AlarmRule`.
///
/// Downstream, a closure of the rule, a cancelled subscription, the release of a value and an
/// immediate scheduler may call back into the run: with a value, an end or a cancel. That is safe
/// because each of these calls is made when all fields describe the state after it, values are
/// taken out before they are released, and `isOver` is read again after each call that does not end
/// the run.
///
/// The type of the state is a type parameter because the deinitializer of a generic class is not
/// specialized, and would have to look up a type that is not.
@usableFromInline
final class AlarmRun<Downstream: Subscriber, Rule: AlarmRule, RuleState>: Alarm, OperatorRun
where
  Rule.Output == Downstream.Input, Rule.Failure == Downstream.Failure, Rule.State == RuleState
{
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let rule: Rule
  @usableFromInline @exclusivity(unchecked) var state: RuleState
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  /// Whether upstream has ended, and its failure, while the rule still has something to emit. The
  /// failure is boxed: there may be a run for each of a million keys.
  @usableFromInline @exclusivity(unchecked) var hasEnded = false
  @usableFromInline @exclusivity(unchecked) var failure: (any Error)?
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running

  @inlinable
  init(_ downstream: Downstream, _ rule: Rule, on scheduler: any Scheduler) {
    self.downstream = downstream
    self.rule = rule
    unsafe state = rule.begin(at: scheduler.now)
    super.init(on: scheduler, for: Rule.self)
  }

  /// Begins a turn, in which the rule receives one event.
  @inlinable @inline(__always)
  func turn(at now: Instant) -> AlarmTurn {
    unsafe AlarmTurn(self, now: now, hasEnded: hasEnded)
  }

  /// Sets the alarm as the rule has said in a turn.
  @inlinable @inline(__always)
  func finish(_ turn: AlarmTurn) {
    guard unsafe turn.wait != next else { return }
    if let wait = turn.wait, postpone(to: wait, isIdle: turn.isIdle) { return }
    setAlarm(at: turn.wait, isIdle: turn.isIdle)
  }

  @inlinable
  func setAlarm(at ticket: Ticket?, isIdle: Bool) {
    set(at: ticket, isIdle: isIdle) { alarm in
      let run = unsafe unsafeDowncast(alarm, to: AlarmRun.self)
      return run.run { due in run.ring(due) }
    }
  }

  @inlinable
  func ring(_ due: Instant) {
    guard !isOver else { return }
    var turn = turn(at: scheduler.now)
    let step = unsafe rule.ring(due: due, &state, &turn)
    finish(turn)
    follow(step, downstream)
  }

  /// Starts the rule after the subscription to upstream.
  @inlinable
  func start() {
    guard !isOver, unsafe !hasEnded else { return }
    var turn = turn(at: scheduler.now)
    unsafe rule.start(&state, &turn)
    finish(turn)
  }
}

// MARK: - Values

extension AlarmRun {
  @inlinable
  func receive(_ input: Rule.Input, to downstream: Downstream) {
    guard !isOver, unsafe !hasEnded else { return }
    let now = scheduler.now
    let step = step(for: input, at: now)
    if case .reject = step { return rule.reject(input, at: now) }
    follow(step, downstream)
  }

  /// Returns the step that follows a value.
  @inlinable @inline(__always)
  func step(for input: Rule.Input, at now: Instant) -> AlarmStep<Rule.Output, Rule.Failure> {
    if Rule.prepares {
      var turn = turn(at: now)
      unsafe rule.prepare(input, &state, &turn)
      finish(turn)
    }
    let answer = unsafe rule.answer(input, state)
    // The closures of the rule may have ended the run.
    guard !isOver, unsafe !hasEnded else { return .rest }
    var replaced: Rule.Replaced?
    var turn = turn(at: now)
    let step = unsafe rule.receive(input, answer, replacing: &replaced, &state, &turn)
    finish(turn)
    // The replaced value is released last, because that may run foreign code.
    if let replaced { rule.lose(replaced, at: now) }
    return step
  }

  /// Takes the step that the rule returned. `downstream` is the run's own: if it were read from the
  /// run, it would be retained and released around the call.
  @inlinable @inline(__always)
  func follow(_ step: AlarmStep<Rule.Output, Rule.Failure>, _ downstream: Downstream) {
    switch step {
    case .rest, .reject: break
    case .emit(let output): downstream.receive(output)
    case .emitAndProceed(let output):
      downstream.receive(output)
      proceed()
    case .emitLast(let output): emitLast(output)
    case .end: leave()
    case .fail(let failure): fail(failure)
    }
  }

  /// Proceeds as long as the rule emits. It is a loop because one call for each of 100,000 windows
  /// that are due at once would overflow the stack.
  @inlinable
  func proceed() {
    let depth = CallDepth.current
    while true {
      if depth.hasPutOff { return depth.putOffRest { self.proceed() } }
      guard !isOver else { return }
      var turn = turn(at: scheduler.now)
      let step = unsafe rule.proceed(&state, &turn)
      finish(turn)
      guard case .emitAndProceed(let output) = step else { return follow(step, downstream) }
      downstream.receive(output)
    }
  }
}

// MARK: - Ends

extension AlarmRun {
  @inlinable
  func receive(completion: Completion) {
    _ = unsafe subscription.take()
    guard !isOver, unsafe !hasEnded else { return }
    endUpstream(completion)
  }

  @inlinable
  func endUpstream(_ completion: Completion) {
    unsafe hasEnded = true
    if case .failure(let failure) = completion { unsafe self.failure = failure }
    var turn = turn(at: scheduler.now)
    let step = unsafe rule.end(hasFailed: failure != nil, &state, &turn)
    finish(turn)
    follow(step, downstream)
  }

  /// The end of the run: that of upstream, if upstream has ended.
  @inlinable var completion: Completion {
    // A cast of nil would cost as much as the whole run of a short input.
    guard let failure = unsafe failure else { return .finished }
    return (failure as? Downstream.Failure).map { .failure($0) } ?? .finished
  }

  /// Ends as the rule has said.
  @inlinable
  func leave() {
    if unsafe failure == nil { unsafe rule.leave(state) }
    // The rule may have called foreign code.
    if !isOver { end(completion) }
  }

  @usableFromInline
  func fail(_ failure: () -> Downstream.Failure) {
    // From here on the values of upstream are ignored.
    unsafe hasEnded = true
    unsafe subscription.take()?.cancel()
    // Releasing the upstream, or making the failure, may run foreign code, which may cancel the run.
    guard !isOver else { return }
    let failure = failure()
    if !isOver { endUpstream(.failure(failure)) }
  }

  /// Emits an output, and ends once it has travelled all the way down.
  @inlinable
  func emitLast(_ output: Rule.Output) {
    unsafe hasEnded = true
    stop()
    downstream.receive(output)
    CallDepth.current.inTurn { self.end(self.completion) }
  }

  /// Leaves the queue, cancels upstream, and releases the state.
  @inlinable
  func releaseAll() {
    stop()
    let dropped = unsafe exchange(&state, with: rule.begin(at: .zero))
    withExtendedLifetime(dropped) { unsafe subscription.take()?.cancel() }
  }
}

extension AlarmRun {
  @usableFromInline var bound: StateBound { rule.bound }
}

// MARK: - Batches

extension AlarmStage {
  @inlinable var _batchUse: _BatchUse { Rule.takesBatches ? .some : .none }

  @inlinable
  func _receive(_ batch: _Batch<Rule.Input>) -> Int {
    guard Rule.takesBatches else { return batch.rows.lowerBound }
    return batch.rowAfterTaking { row in batch.lend(row) { run.takes($0, at: batch.instant(row)) } }
  }
}

extension AlarmRun {
  /// Accepts a value that arrives at an instant, unless something is emitted by then or for the
  /// value. Returns whether it was accepted.
  @inlinable
  func takes(_ input: Rule.Input, at now: Instant) -> Bool {
    guard !isOver, unsafe !hasEnded else { return false }
    let wait = unsafe next
    if let wait, wait.due <= now { return false }
    guard unsafe rule.absorbs(at: now, state, isWaiting: wait != nil) else { return false }
    if case .reject = step(for: input, at: now) { rule.reject(input, at: now) }
    return true
  }
}

// MARK: - Saving

/// The saved state of a run of an operator that measures time.
@usableFromInline
struct AlarmState<State, Failure> {
  @usableFromInline let state: State
  /// The ticket for which the alarm is set.
  @usableFromInline let wait: Ticket?
  /// True or nil, which is not encoded, because each of a million keys may have such a state.
  @usableFromInline let isIdle: Bool?
  /// Whether upstream has ended, as true or nil, and the failure with which it has.
  @usableFromInline let hasEnded: Bool?
  @usableFromInline let failure: Failure?
}

extension AlarmState: Codable where State: Codable, Failure: Codable {}

extension AlarmRun {
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> AlarmState<Rule.State, Rule.Failure> {
    unsafe AlarmState(
      state: state, wait: next, isIdle: isIdle ? true : nil, hasEnded: hasEnded ? true : nil,
      failure: failure as? Rule.Failure)
  }
}

extension AlarmStage {
  @usableFromInline typealias State = AlarmState<Rule.State, Rule.Failure>

  @usableFromInline
  func restore(_ saved: State) {
    unsafe run.state = saved.state
    unsafe (run.hasEnded, run.failure) = (saved.hasEnded == true, saved.failure)
    if let wait = saved.wait { run.setAlarm(at: wait, isIdle: saved.isIdle == true) }
  }
}

extension AlarmRun: WaitingRun {
  func waiting(in line: PendingTickets, limit: Int) -> UndeliveredValues {
    unsafe rule.undelivered(in: state, wait: next, limit: limit)
  }
}
