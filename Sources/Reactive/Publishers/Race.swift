extension Publisher {
  /// Goes on as the first of this publisher and the others does that gives anything.
  ///
  ///     ---1-2|
  ///     --a--b--c|
  ///     race
  ///     --a--b--c|
  ///
  /// By the rules of `RaceMany`.
  @inlinable
  public func race(_ others: Self...) -> Publishers.RaceMany<Self> {
    Publishers.RaceMany([self] + others)
  }

  /// Goes on as the first of this publisher and another kind of publisher does that gives anything.
  @inlinable
  public func race<P: Publisher>(
    _ other: P
  ) -> Publishers.RaceMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.RaceMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Goes on as the first of its inputs does that gives anything: a value, its finish or a failure.
  ///
  /// Subscribes to its inputs in their order, until one gives something at once; so at equal instants
  /// the first wins. The others are cancelled before what the winner gives is delivered; a cancel
  /// cancels all that run. Without inputs it finishes at once. As in RxJS; Combine has no such
  /// operator.
  public struct RaceMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let publishers: [Upstream]

    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    @inlinable
    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = RaceStage(downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  @usableFromInline
  final class RaceStage<Downstream: Subscriber>: Subscription {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var winner: Int?
    @usableFromInline var subscriptions: [(any Subscription)?]

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      subscriptions = Array(repeating: nil, count: count)
    }

    @inlinable
    func subscribe<P: Publisher>(to publishers: ArraySlice<P>)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
      let depth = CallDepth.current
      for index in publishers.indices {
        guard !isOver, winner == nil else { return }
        // The input before comes first, also if it is a long chain and not reached yet.
        if depth.hasPutOff { return depth.putOffRest { self.subscribe(to: publishers[index...]) } }
        publishers[index].receive(
          subscriber: Side(stage: self, index: index, downstream: downstream))
      }
      if subscriptions.isEmpty { end(.finished) }
    }

    @inlinable
    func receive(subscription: any Subscription, from index: Int) {
      guard !isOver, winner == nil || winner == index else { return subscription.cancel() }
      subscriptions[index] = subscription
    }

    /// Whether this input is heard; the first that asks is, and no other.
    @inlinable
    func isHeard(_ index: Int) -> Bool {
      if winner == nil, !isOver { settle(on: index) }
      return winner == index && !isOver
    }

    @usableFromInline
    func settle(on index: Int) {
      winner = index
      for other in subscriptions.indices where other != index {
        subscriptions[other].take()?.cancel()
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
      _ = subscriptions[index].take()
      if isHeard(index) { end(completion) }
    }

    @inlinable
    func cancel() {
      isOver = true
      for index in subscriptions.indices {
        subscriptions[index].take()?.cancel()
      }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard !isOver else { return }
      isOver = true
      downstream.receive(completion: completion)
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: RaceStage
      @usableFromInline let index: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(stage) }

      @inlinable
      init(stage: RaceStage, index: Int, downstream: Downstream) {
        self.stage = stage
        self.index = index
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        stage.receive(subscription: subscription, from: index)
      }

      @inlinable
      func receive(_ input: Downstream.Input) {
        if stage.isHeard(index) { downstream.receive(input) }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion, from: index)
      }
    }
  }
}
