extension Publisher {
  /// Gives the values of this publisher and of the others, as they come.
  ///
  ///     -1---3|
  ///     --a-b---|
  ///     merge
  ///     -1a-b3--|
  @inlinable
  public func merge(with others: Self...) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany([self] + others)
  }

  /// Gives the values of this publisher and of another kind of publisher, as they come.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.MergeMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Gives the values of all its inputs as they come; subscribes to them in their order.
  ///
  /// Finishes when all have finished. The first failure ends the whole and cancels the others.
  public struct MergeMany<Upstream: Publisher>: Publisher {
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
      let stage = MergeStage(downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  @usableFromInline
  final class MergeStage<Downstream: Subscriber>: Subscription {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline var subscriptions: [(any Subscription)?]
    @usableFromInline var running: Int
    @usableFromInline var isCancelled = false

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      subscriptions = Array(repeating: nil, count: count)
      running = count
    }

    @inlinable
    func subscribe<P: Publisher>(to publishers: ArraySlice<P>)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
      let depth = CallDepth.current
      for index in publishers.indices {
        guard !isOver else { return }
        // The input before comes first, also if it is a long chain and not reached yet.
        if depth.hasPutOff { return depth.putOffRest { self.subscribe(to: publishers[index...]) } }
        publishers[index].receive(
          subscriber: Side(stage: self, index: index, downstream: downstream))
      }
      if subscriptions.isEmpty { end(.finished) }
    }

    @inlinable
    func receive(subscription: any Subscription, from index: Int) {
      guard !isOver else { return subscription.cancel() }
      subscriptions[index] = subscription
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
      _ = subscriptions[index].take()
      running -= 1
      if case .failure = completion {
        end(completion)
      } else if running == 0 {
        end(completion)
      }
    }

    @inlinable
    func cancel() {
      isCancelled = true
      isOver = true
      cancelInputs()
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard !isOver else { return }
      isOver = true
      cancelInputs()
      // To let go of the inputs may run foreign code, which may cancel the run.
      if !isCancelled { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancelInputs() {
      for index in subscriptions.indices {
        subscriptions[index].take()?.cancel()
      }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: MergeStage
      @usableFromInline let index: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(stage) }

      @inlinable
      init(stage: MergeStage, index: Int, downstream: Downstream) {
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
        if !stage.isOver { downstream.receive(input) }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion, from: index)
      }
    }
  }
}
