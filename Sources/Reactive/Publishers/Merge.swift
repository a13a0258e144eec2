extension Publisher {
  /// Gives the values of this publisher and of the others, as they come.
  ///
  ///     -1---3|
  ///     --a-b---|
  ///     merge
  ///     -1a-b3--|
  public func merge(with others: Self...) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany([self] + others)
  }

  /// Gives the values of this publisher and of another kind of publisher, as they come.
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

    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = MergeStage(downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  private final class MergeStage<Downstream: Subscriber>: Subscription {
    private var downstream: Downstream?
    private var subscriptions: [(any Subscription)?]
    private var running: Int

    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      subscriptions = Array(repeating: nil, count: count)
      running = count
    }

    func subscribe<P: Publisher>(to publishers: ArraySlice<P>)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
      let depth = CallDepth.current
      for index in publishers.indices {
        guard downstream != nil else { return }
        // The input before comes first, also if it is a long chain and not reached yet.
        if depth.hasPutOff { return depth.putOffRest { self.subscribe(to: publishers[index...]) } }
        publishers[index].receive(subscriber: Side(stage: self, index: index))
      }
      if subscriptions.isEmpty { end(.finished) }
    }

    func receive(_ input: Downstream.Input) {
      downstream?.receive(input)
    }

    func receive(subscription: any Subscription, from index: Int) {
      guard downstream != nil else { return subscription.cancel() }
      subscriptions[index] = subscription
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
      _ = subscriptions[index].take()
      running -= 1
      if case .failure = completion {
        end(completion)
      } else if running == 0 {
        end(completion)
      }
    }

    func cancel() {
      let downstream = downstream.take()
      withExtendedLifetime(downstream) { cancelInputs() }
    }

    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard let downstream = downstream.take() else { return }
      cancelInputs()
      downstream.receive(completion: completion)
    }

    private func cancelInputs() {
      for index in subscriptions.indices {
        subscriptions[index].take()?.cancel()
      }
    }

    private struct Side: Subscriber {
      let stage: MergeStage
      let index: Int

      func receive(subscription: any Subscription) {
        stage.receive(subscription: subscription, from: index)
      }

      func receive(_ input: Downstream.Input) {
        stage.receive(input)
      }

      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion, from: index)
      }
    }
  }
}
