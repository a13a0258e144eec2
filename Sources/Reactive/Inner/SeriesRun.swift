/// One run of an operator that runs one stream after another: `append`, `repeat`, `retry` and
/// `catch`, which differ in their `SeriesRule`.
///
/// Downstream, a closure of the rule and a cancelled subscription may call back into the run. Each
/// of these calls is made when all fields describe the state after it, and `isOver` is read again
/// after each call that does not end the run.
@usableFromInline
final class SeriesRun<Downstream: Subscriber, Rule: SeriesRule>: OperatorRun
where Rule.Stream.Output == Downstream.Input, Rule.Stream.Failure == Downstream.Failure {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let rule: Rule
  @usableFromInline let ownDepth = unsafe CallDepth.current.depth
  @usableFromInline let alarm: Alarm?
  @usableFromInline @exclusivity(unchecked) var state: Rule.State
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  /// Whether the current stream has emitted a value.
  @usableFromInline @exclusivity(unchecked) var hasEmitted = false
  @usableFromInline @exclusivity(unchecked) var isSubscribing = false
  @usableFromInline @exclusivity(unchecked) var isToSubscribe = false

  @inlinable
  init(_ downstream: Downstream, _ rule: Rule) {
    self.downstream = downstream
    self.rule = rule
    unsafe state = rule.begin()
    alarm = rule.scheduler.map { Alarm(on: $0, for: Rule.self) }
  }

  @usableFromInline var bound: StateBound { .nothing }

  /// Sends itself downstream as the subscription, and starts the first stream.
  @inlinable
  func begin() {
    if CallDepth.isRestoring { return resume() }
    downstream.receive(subscription: self)
    proceed(after: nil)
  }

  /// Takes the step that the rule returns for the end of a stream.
  @inlinable
  func proceed(after completion: Completion?) {
    guard !isOver else { return }
    var next = unsafe state
    let step = unsafe rule.next(after: completion, hasEmitted: hasEmitted, &next)
    // The closures of the rule may have cancelled the run.
    guard !isOver else { return }
    unsafe state = next
    switch step {
    case .subscribe: subscribe()
    case .wait(let nanoseconds):
      guard let alarm else { return }
      let due = alarm.now.advanced(byNanoseconds: nanoseconds)
      setAlarm(at: alarm.scheduler.takeTicket(due: due))
    case .end(let completion): end(completion)
    }
  }

  @inlinable
  func setAlarm(at ticket: Ticket) {
    alarm?.set(at: ticket) { _ in self.subscribe() }
  }

  /// Subscribes to the next stream, and to those after it as long as they end while they are being
  /// subscribed to. It is a loop because one call for each of 100,000 empty streams would overflow
  /// the stack.
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
      guard !isOver else { return }
      if depth.hasPutOff { return depth.putOffRest { self.subscribe() } }
      unsafe hasEmitted = false
      start()
    } while unsafe isToSubscribe
  }

  @inlinable
  func start() {
    do throws(Downstream.Failure) {
      let stream = unsafe try rule.stream(in: state)
      guard !isOver, let stream else { return }
      CallDepth.current.enter(asDeepAs: ownDepth) {
        stream.receive(subscriber: SeriesSide(run: self, downstream: downstream))
      }
    } catch {
      end(.failure(error))
    }
  }

  @inlinable
  func releaseAll() {
    alarm?.stop()
    unsafe subscription.take()?.cancel()
  }
}

/// The subscriber to one stream of a series.
@usableFromInline
struct SeriesSide<Downstream: Subscriber, Rule: SeriesRule>: Subscriber
where Rule.Stream.Output == Downstream.Input, Rule.Stream.Failure == Downstream.Failure {
  @usableFromInline let run: SeriesRun<Downstream, Rule>
  @usableFromInline let downstream: Downstream

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  init(run: SeriesRun<Downstream, Rule>, downstream: Downstream) {
    self.run = run
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard !run.isOver else { return subscription.cancel() }
    unsafe run.subscription = subscription
  }

  @inlinable
  func receive(_ input: Downstream.Input) {
    guard !run.isOver else { return }
    unsafe run.hasEmitted = true
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    _ = unsafe run.subscription.take()
    run.proceed(after: completion)
  }

  @inlinable var _batchUse: _BatchUse { downstream._batchUse }

  /// Hands batches on once the stream has emitted a value.
  @inlinable
  func _receive(_ batch: _Batch<Downstream.Input>) -> Int {
    unsafe run.isOver || !run.hasEmitted ? batch.rows.lowerBound : downstream._receive(batch)
  }
}

// MARK: - Saving

/// The saved state of a run of one stream after another.
@usableFromInline
struct SeriesState<State> {
  @usableFromInline let state: State
  @usableFromInline let hasEmitted: Bool
  /// The ticket of the next subscription, if the run is waiting for one.
  @usableFromInline let wait: Ticket?
}

extension SeriesState: Codable where State: Codable {}

extension SeriesRun {
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> SeriesState<Rule.State> {
    unsafe SeriesState(state: state, hasEmitted: hasEmitted, wait: alarm?.next)
  }

  /// Continues a saved run where it stopped.
  @usableFromInline
  func resume() {
    guard let restoration = CallDepth.restoration,
      let saved = restoration.next(SeriesState<Rule.State>.self, upstreams: 1)
    else { return }
    resume(from: saved.state, isRunning: saved.isRunning[0], restoration)
  }

  @usableFromInline
  func resume(
    from saved: SeriesState<Rule.State>, isRunning: Bool, _ restoration: Restoration
  ) {
    guard rule.fits(saved.state) else { return restoration.fail("the state of other streams") }
    unsafe (state, hasEmitted) = (saved.state, saved.hasEmitted)
    downstream.receive(subscription: self)
    if isRunning { start() }
    if let wait = saved.wait { setAlarm(at: wait) }
  }
}
