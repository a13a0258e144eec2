/// The subscriber of an operator without a clock. Such operators differ only in their `StepRule`.
///
/// It is a struct, and only the state of the run is in an object. If downstream were read from an
/// object, it would be retained and released around each call, which takes some 10 ns.
@usableFromInline
struct StepStage<Downstream: Subscriber, Rule: StepRule>: EndingStage, RunStage
where Rule.Output == Downstream.Input, Rule.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Rule.Input
  @usableFromInline typealias Failure = Rule.UpstreamFailure
  @usableFromInline typealias State = Rule.State

  @usableFromInline let downstream: Downstream
  @usableFromInline let rule: Rule
  @usableFromInline let run: StepRun<Rule.State>

  @inlinable
  init(downstream: Downstream, rule: Rule) {
    self.downstream = downstream
    self.rule = rule
    run = StepRun(rule.begin())
  }

  @inlinable
  func receive(subscription: any Subscription) {
    run.subscription = subscription
    let isSpent = rule.isSpent
    if isSpent { run.isUpstreamDone = true }
    downstream.receive(subscription: run)
    if isSpent { finishInTurn() }
  }

  @inlinable
  func receive(_ input: Rule.Input) {
    guard !run.isUpstreamDone else { return }
    do throws(Downstream.Failure) {
      var answer = try unsafe rule.answer(input, run.state)
      // The closures of the rule may have ended the run.
      guard !run.isUpstreamDone else { return }
      let step = unsafe rule.receive(input, &answer, &run.state)
      follow(step)
      withExtendedLifetime(answer) {}
    } catch {
      end(.failure(error))
    }
  }

  /// Takes the step that the rule returned.
  @inlinable @inline(__always)
  func follow(_ step: Step<Rule.Output, Rule.Failure>) {
    switch step {
    case .rest: break
    case .emit(let output): downstream.receive(output)
    case .emitLast(let output):
      // This is set before the value is sent, because downstream may make upstream emit another.
      run.isUpstreamDone = true
      downstream.receive(output)
      finishInTurn()
    case .cancelAndEmitLast(let output):
      run.cancelUpstream()
      guard !run.isOver else { return }
      downstream.receive(output)
      finishInTurn()
    case .end(let completion): end(completion)
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    // Releasing the upstream may run foreign code, which may cancel the run.
    guard run.upstreamDidEnd(), !run.isOver else { return }
    guard let last = unsafe rule.last(completion, &run.state) else {
      return end(rule.end(completion))
    }
    downstream.receive(last)
    let completion = rule.end(completion)
    CallDepth.current.inTurn { self.end(completion) }
  }

  @inlinable var _batchUse: _BatchUse { rule._batchUse }

  @inlinable
  func _receive(_ batch: _Batch<Rule.Input>) -> Int {
    guard !run.isUpstreamDone else { return batch.rows.lowerBound }
    return unsafe rule._receive(batch, &run.state)
  }

  @usableFromInline
  func restore(_ state: Rule.State) { unsafe run.state = state }
}

/// One run of an operator without a clock.
@usableFromInline
final class StepRun<State>: EndingHandle, SavableRun {
  /// A rule changes it in place, and calls no foreign code meanwhile, so there is nothing to check.
  @usableFromInline @exclusivity(unchecked) var state: State
  @safe @usableFromInline @exclusivity(unchecked) var isUpstreamDone = false
  @safe @usableFromInline @exclusivity(unchecked) var isOver = false
  @safe @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?

  @inlinable
  init(_ state: State) {
    unsafe self.state = state
  }

  @usableFromInline
  func state(in line: PendingTickets) -> State { unsafe state }

  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }
}
