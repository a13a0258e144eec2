/// One run of an operator with several inputs.
///
/// This type has everything that such operators share: they subscribe to their inputs in order,
/// cancel all of them when the run ends or is cancelled, and fail with the first input that fails.
/// They differ only in their `FanInRule`.
///
/// Anything the run calls (downstream, a subscription it cancels, the release of a value) may call
/// back into it: with a value of any input, with an end, or with a cancel. That is safe for three
/// reasons. Each call is made when the rule is at rest and all fields describe the state after it.
/// A subscription and the values of the rule are taken out before they are cancelled or released.
/// And `isOver` is read again after each call that does not end the run.
@usableFromInline
final class FanInRun<Downstream: Subscriber, Rule: FanInRule>: OperatorRun
where Rule.Output == Downstream.Input {
  @usableFromInline let downstream: Downstream
  @usableFromInline @exclusivity(unchecked) var rule: Rule
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running
  @usableFromInline @exclusivity(unchecked) var subscriptions: [(any Subscription)?]

  @inlinable
  init(downstream: Downstream, inputCount: Int) {
    self.downstream = downstream
    unsafe rule = Rule(inputCount: inputCount)
    unsafe subscriptions = Array(repeating: nil, count: inputCount)
  }

  @usableFromInline var bound: StateBound { unsafe rule.bound }

  /// Cancels all inputs, and releases the state of the rule.
  @inlinable
  func releaseAll() {
    let dropped = unsafe exchange(&rule, with: Rule(inputCount: 0))
    withExtendedLifetime(dropped) {
      for place in unsafe subscriptions.indices { unsafe subscriptions[place].take()?.cancel() }
    }
  }
}

// MARK: - Subscribing

extension FanInRun {
  /// Sends itself downstream as the subscription, and then subscribes to the inputs one after
  /// another.
  ///
  /// With `lastFirst`, it subscribes in the opposite order: an input that only controls another one
  /// is then ready before it.
  @inlinable
  func begin(lastFirst: Bool = false, subscribe: @escaping (Int) -> Void) {
    if CallDepth.isRestoring { return resume(subscribe) }
    downstream.receive(subscription: self)
    if unsafe subscriptions.isEmpty { return end(.finished) }
    proceed(from: 0, lastFirst: lastFirst, subscribe: subscribe)
  }

  @inlinable
  func proceed(from first: Int, lastFirst: Bool, subscribe: @escaping (Int) -> Void) {
    let depth = CallDepth.current
    for turn in unsafe first..<subscriptions.count {
      guard !isOver else { return }
      // The previous input goes first, even if it is a long chain whose end has not subscribed yet.
      // A value that it emits at once may end the run.
      if depth.hasPutOff {
        return depth.putOffRest {
          self.proceed(from: turn, lastFirst: lastFirst, subscribe: subscribe)
        }
      }
      let place = unsafe lastFirst ? subscriptions.count - 1 - turn : turn
      if unsafe rule.admits(place) { subscribe(place) }
    }
  }

  /// Restores the state of a saved run, and subscribes to the inputs that had not ended.
  @usableFromInline
  func resume(_ subscribe: @escaping (Int) -> Void) {
    let count = unsafe subscriptions.count
    guard let restoration = CallDepth.restoration,
      let saved = restoration.next(Rule.self, upstreams: count)
    else { return }
    guard saved.state.fits(inputCount: count) else {
      return restoration.fail("the state of other inputs")
    }
    unsafe rule = saved.state
    downstream.receive(subscription: self)
    // Nothing is emitted while this happens, so a controlling input need not be ready before the
    // other one.
    proceed(from: 0, lastFirst: false) { if saved.isRunning[$0] { subscribe($0) } }
  }

  @inlinable
  func receive(subscription: any Subscription, from place: Int) {
    guard !isOver, unsafe rule.admits(place) else { return subscription.cancel() }
    unsafe subscriptions[place] = subscription
  }
}

extension FanInRun {
  @usableFromInline
  func state(in line: PendingTickets) -> Rule { unsafe rule }

  @usableFromInline var upstreams: [(any Subscription)?] { unsafe subscriptions }
}

// MARK: - Values and ends

extension FanInRun {
  /// Takes the step that the rule returned. `downstream` is the run's own, passed from the
  /// subscriber to the input: if it were read from the run, it would be retained and released
  /// around the call.
  @inlinable @inline(__always)
  func follow(_ step: FanInStep<Rule.Output>, _ downstream: Downstream) {
    switch step {
    case .rest: break
    case .emit(let output): downstream.receive(output)
    case .emitLast(let output):
      downstream.receive(output)
      CallDepth.current.inTurn { self.end(.finished) }
    case .finish: end(.finished)
    }
  }

  /// Whether a value of the input at `place` counts.
  @inlinable @inline(__always)
  func admitValue(from place: Int) -> Bool {
    guard !isOver else { return false }
    switch unsafe rule.admitValue(from: place) {
    case .drop: return false
    case .take: return true
    case .takeAndChoose: return choose()
    }
  }

  /// Cancels the inputs that the rule no longer admits. Returns false if that has ended the run.
  @usableFromInline
  func choose() -> Bool {
    for place in unsafe subscriptions.indices where unsafe !rule.admits(place) {
      unsafe subscriptions[place].take()?.cancel()
    }
    return !isOver
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>, from place: Int) {
    _ = unsafe subscriptions[place].take()
    guard !isOver, unsafe rule.admits(place) else { return }
    if case .failure = completion { return end(completion) }
    follow(unsafe rule.finish(place), downstream)
  }
}

extension FanInRun where Rule: ManyRule {
  @inlinable @inline(__always)
  func receive(_ input: Rule.Input, from place: Int, to downstream: Downstream) {
    guard admitValue(from: place) else { return }
    var replaced: Rule.Replaced?
    let step = unsafe rule.receive(input, from: place, replacing: &replaced)
    withExtendedLifetime(replaced) { follow(step, downstream) }
  }
}

extension FanInRun where Rule: PairRule {
  @inlinable @inline(__always)
  func receive(first input: Rule.First, to downstream: Downstream) {
    guard admitValue(from: 0) else { return }
    var replaced: Rule.Replaced?
    let step = unsafe rule.receive(first: input, replacing: &replaced)
    withExtendedLifetime(replaced) { follow(step, downstream) }
  }

  @inlinable @inline(__always)
  func receive(second input: Rule.Second, to downstream: Downstream) {
    guard admitValue(from: 1) else { return }
    var replaced: Rule.Replaced?
    let step = unsafe rule.receive(second: input, replacing: &replaced)
    withExtendedLifetime(replaced) { follow(step, downstream) }
  }
}
