extension Publishers {
  /// Gives arrays of the n-th values of all its inputs, which it subscribes to in their order.
  ///
  /// Finishes as soon as no further array can come: when an input has finished and nothing of it is
  /// waiting. The first failure ends the whole and cancels the others. What one input is ahead of
  /// another is kept.
  public struct ZipMany<Upstream: Publisher>: Publisher {
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
      let stage = ZipManyStage<S, Upstream.Output>(downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  @usableFromInline
  final class ZipManyStage<Downstream: Subscriber, Element>: Subscription
  where Downstream.Input == [Element] {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline let inputs: [ZipInput<Element>]
    /// How many inputs have nothing waiting: a row is full when there is none.
    @usableFromInline @exclusivity(unchecked) var emptyCount: Int

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      inputs = (0..<count).map { _ in ZipInput() }
      emptyCount = count
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
      if inputs.isEmpty { end(.finished) }
    }

    @inlinable
    func receive(subscription: any Subscription, from index: Int) {
      guard !isOver else { return subscription.cancel() }
      inputs[index].subscription = subscription
    }

    @inlinable
    func receive(_ element: Element, from index: Int, to downstream: Downstream) {
      guard !isOver else { return }
      if inputs[index].waiting.isEmpty { emptyCount -= 1 }
      inputs[index].waiting.append(element)
      guard emptyCount == 0 else { return }
      let (row, isLast) = takeRow()
      downstream.receive(row)
      if isLast { CallDepth.current.inTurn { self.end(.finished) } }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
      _ = inputs[index].subscription.take()
      inputs[index].isFinished = true
      if case .failure = completion {
        end(completion)
      } else if inputs[index].waiting.isEmpty {
        end(completion)
      }
    }

    @inlinable
    func cancel() {
      isOver = true
      dropInputs()
    }

    /// Takes the first of each input, and tells whether no further row can come.
    @inlinable
    func takeRow() -> (row: [Element], isLast: Bool) {
      var row: [Element] = []
      row.reserveCapacity(inputs.count)
      var isLast = false
      for index in inputs.indices {
        if let element = inputs[index].waiting.popFirst() { row.append(element) }
        guard inputs[index].waiting.isEmpty else { continue }
        emptyCount += 1
        if inputs[index].isFinished { isLast = true }
      }
      return (row, isLast)
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard !isOver else { return }
      isOver = true
      dropInputs()
      downstream.receive(completion: completion)
    }

    @inlinable
    func dropInputs() {
      for input in inputs { input.drop() }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: ZipManyStage
      @usableFromInline let index: Int
      @usableFromInline let downstream: Downstream

      @inlinable
      init(stage: ZipManyStage, index: Int, downstream: Downstream) {
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
