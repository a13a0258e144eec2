extension Publishers {
  /// Gives arrays of the n-th values of all its inputs, which it subscribes to in their order.
  ///
  ///     -1---2|
  ///     --3-4---|
  ///     ZipMany
  ///     --x--y|    x: [1, 3], y: [2, 4]
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
    @usableFromInline @exclusivity(unchecked) var inputs: [ZipInput<Element>]
    /// How many inputs have nothing waiting: a row is full when there is none.
    @usableFromInline @exclusivity(unchecked) var emptyCount: Int
    private var isCancelled = false

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      inputs = Array(repeating: ZipInput(), count: count)
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
      if inputs[index].waiting.isEmpty {
        if emptyCount == 1 { return complete(with: element, from: index, downstream) }
        emptyCount -= 1
      }
      inputs[index].waiting.append(element)
    }

    /// Gives the row of which only this element was missing.
    @inlinable
    func complete(with element: Element, from index: Int, _ downstream: Downstream) {
      let (row, isLast) = takeRow(with: element, from: index)
      downstream.receive(row)
      if isLast { CallDepth.current.inTurn { self.end(.finished) } }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
      guard !isOver else { return }
      _ = inputs[index].subscription.take()
      inputs[index].isFinished = true
      if case .failure = completion {
        end(completion)
      } else if inputs[index].waiting.isEmpty {
        end(completion)
      }
    }

    /// Takes the first of each other input, and tells whether no further row can come.
    @inlinable
    func takeRow(with element: Element, from index: Int) -> (row: [Element], isLast: Bool) {
      var isLast = false
      if inputs.count == 2, let other = takeFirst(of: 1 - index, isLast: &isLast) {
        return (index == 0 ? [element, other] : [other, element], isLast)
      }
      var row: [Element] = []
      row.reserveCapacity(inputs.count)
      for place in inputs.indices {
        if place == index {
          row.append(element)
        } else {
          row.append(takeFirst(of: place, isLast: &isLast) ?? element)
        }
      }
      return (row, isLast)
    }

    @inlinable
    func takeFirst(of place: Int, isLast: inout Bool) -> Element? {
      let first = inputs[place].waiting.popFirst()
      guard inputs[place].waiting.isEmpty else { return first }
      emptyCount += 1
      if inputs[place].isFinished { isLast = true }
      return first
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
      let dropped = exchange(&inputs, with: [])
      withExtendedLifetime(dropped) {
        for input in dropped { input.subscription?.cancel() }
      }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: ZipManyStage
      @usableFromInline let index: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(stage) }

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

  /// What a zip keeps of one of its inputs.
  @usableFromInline
  struct ZipInput<Element> {
    /// What came and has no partners yet.
    @usableFromInline var waiting = Ring<Element>()
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var isFinished = false

    @inlinable
    init() {}
  }
}
