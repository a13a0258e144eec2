/// One run of an operator with two inputs, and what it keeps of each.
@usableFromInline
final class PairRun<Downstream: Subscriber, First, Second>: Subscription {
  @usableFromInline let downstream: Downstream
  @usableFromInline @exclusivity(unchecked) var isOver = false
  /// What is kept of the first input and of the second: a value, or that one has come.
  @usableFromInline @exclusivity(unchecked) var first: First?
  @usableFromInline @exclusivity(unchecked) var second: Second?
  @usableFromInline @exclusivity(unchecked) var firstSubscription: (any Subscription)?
  @usableFromInline @exclusivity(unchecked) var secondSubscription: (any Subscription)?
  @usableFromInline var finishedCount = 0
  private var isCancelled = false

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
  }

  /// Hands itself downstream, and then subscribes to one input after the other. The one before is
  /// reached first, also if it is a long chain; what it gives at once may end the run.
  @usableFromInline
  func begin(_ subscribeToOne: @escaping () -> Void, then subscribeToOther: @escaping () -> Void) {
    downstream.receive(subscription: self)
    for subscribe in [subscribeToOne, subscribeToOther] {
      CallDepth.current.inTurn { if !self.isOver { subscribe() } }
    }
  }

  @usableFromInline
  func cancel() {
    isCancelled = true
    isOver = true
    letGo()
  }

  @usableFromInline
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard !isOver else { return }
    isOver = true
    letGo()
    // To let go may run foreign code, which may cancel the run.
    if !isCancelled { downstream.receive(completion: completion) }
  }

  private func letGo() {
    let dropped = (first.take(), second.take())
    withExtendedLifetime(dropped) {
      firstSubscription.take()?.cancel()
      secondSubscription.take()?.cancel()
    }
  }
}

/// What an operator with two inputs subscribes to the first, with which the run ends.
@usableFromInline
protocol FirstSide<Downstream>: Subscriber where Failure == Downstream.Failure {
  associatedtype Downstream: Subscriber
  associatedtype First
  associatedtype Second
  var run: PairRun<Downstream, First, Second> { get }
}

extension FirstSide {
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  func receive(subscription: any Subscription) {
    guard !run.isOver else { return subscription.cancel() }
    run.firstSubscription = subscription
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    _ = run.firstSubscription.take()
    run.end(completion)
  }
}

/// What an operator with two inputs subscribes to the second, whose finish does not end the run.
@usableFromInline
protocol SecondSide<Downstream>: Subscriber {
  associatedtype Downstream: Subscriber
  associatedtype First
  associatedtype Second
  var run: PairRun<Downstream, First, Second> { get }
}

extension SecondSide {
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

  @inlinable
  func receive(subscription: any Subscription) {
    guard !run.isOver else { return subscription.cancel() }
    run.secondSubscription = subscription
  }
}

extension SecondSide where Failure == Downstream.Failure {
  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    _ = run.secondSubscription.take()
    if case .failure = completion { run.end(completion) }
  }
}
