extension Publishers {
  /// Gives arrays of the latest values of all its inputs, whenever one comes, from when every input
  /// has given one. Subscribes to them in their order.
  ///
  ///     -1---2|
  ///     --3-4---|
  ///     CombineLatestMany
  ///     --x-yz--|    x: [1, 3], y: [1, 4], z: [2, 4]
  ///
  /// Finishes when all have finished, as in Combine: also if one has finished without a value, so
  /// that no array can come. The first failure ends the whole and cancels the others, and a cancel
  /// cancels all. A value that an input gives while an array is being delivered gives an array of its
  /// own, inside the other; Combine keeps it and gives nothing.
  ///
  /// To give an array costs the copy of one, and no copy if nobody has kept the last.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
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
      let stage = CombineLatestManyStage<S, Upstream.Output>(
        downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  @usableFromInline
  final class CombineLatestManyStage<Downstream: Subscriber, Element>: Subscription
  where Downstream.Input == [Element] {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline var subscriptions: [(any Subscription)?]
    @usableFromInline var running: Int
    /// The latest of each input till every input has one, and how many have none.
    @usableFromInline @exclusivity(unchecked) var firsts: [Element?]
    @usableFromInline @exclusivity(unchecked) var missing: Int
    /// The latest of each input from then on.
    @usableFromInline @exclusivity(unchecked) var row: [Element] = []
    @usableFromInline var isCancelled = false

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      subscriptions = Array(repeating: nil, count: count)
      firsts = Array(repeating: nil, count: count)
      running = count
      missing = count
    }

    @inlinable
    func subscribe<P: Publisher>(to publishers: ArraySlice<P>)
    where P.Output == Element, P.Failure == Downstream.Failure {
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
    func receive(_ element: Element, from index: Int, to downstream: Downstream) {
      guard !isOver else { return }
      let dropped = keep(element, from: index)
      withExtendedLifetime(dropped) {
        if missing == 0 { downstream.receive(row) }
      }
    }

    /// Keeps the latest of one input, and hands the one before back, for the caller to release after
    /// the change.
    @inlinable
    func keep(_ element: Element, from index: Int) -> Element? {
      guard missing > 0 else { return exchange(&row[index], with: element) }
      if let last = exchange(&firsts[index], with: element) { return last }
      missing -= 1
      if missing == 0 {
        row = firsts.compactMap { $0 }
        firsts = []
      }
      return nil
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
      let dropped = (exchange(&firsts, with: []), exchange(&row, with: []))
      withExtendedLifetime(dropped) {
        for index in subscriptions.indices { subscriptions[index].take()?.cancel() }
      }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: CombineLatestManyStage
      @usableFromInline let index: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(stage) }

      @inlinable
      init(stage: CombineLatestManyStage, index: Int, downstream: Downstream) {
        self.stage = stage
        self.index = index
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        stage.receive(subscription: subscription, from: index)
      }

      @inlinable
      func receive(_ input: Element) {
        stage.receive(input, from: index, to: downstream)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion, from: index)
      }
    }
  }
}
