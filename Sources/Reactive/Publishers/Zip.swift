extension Publisher {
  /// Gives pairs of the first values, of the second values, and so on.
  ///
  ///     -1-2-3|
  ///     --a-b|
  ///     zip
  ///     --x-y|    x: (1, a), y: (2, b)
  @inlinable
  public func zip<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    Publishers.Zip(self, other)
  }
}

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
      let stage = ZipStage<S, Upstream.Output>(downstream: subscriber, count: publishers.count)
      subscriber.receive(subscription: stage)
      stage.subscribe(to: publishers[...])
    }
  }

  /// Gives pairs of the n-th values of two publishers of different kinds.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      typealias Either = (A.Output?, B.Output?)
      let left = a.map { (value) -> Either in (value, nil) }.eraseToAnyPublisher()
      let right = b.map { (value) -> Either in (nil, value) }.eraseToAnyPublisher()
      ZipMany([left, right]).map { pair in
        guard let a = pair[0].0, let b = pair[1].1 else {
          preconditionFailure("a pair without one of its values")
        }
        return (a, b)
      }.receive(subscriber: subscriber)
    }
  }

  @usableFromInline
  final class ZipStage<Downstream: Subscriber, Element>: Subscription
  where Downstream.Input == [Element] {
    @usableFromInline
    struct Input {
      @usableFromInline var waiting = Ring<Element>()
      @usableFromInline var subscription: (any Subscription)?
      @usableFromInline var isFinished = false

      @inlinable
      init() {}
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var inputs: [Input]
    /// How many inputs have nothing waiting: a row is full when there is none.
    @usableFromInline @exclusivity(unchecked) var emptyCount: Int

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      inputs = Array(repeating: Input(), count: count)
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
        publishers[index].receive(subscriber: Side(stage: self, index: index))
      }
      if inputs.isEmpty { end(.finished) }
    }

    @inlinable
    func receive(subscription: any Subscription, from index: Int) {
      guard !isOver else { return subscription.cancel() }
      inputs[index].subscription = subscription
    }

    @inlinable
    func receive(_ element: Element, from index: Int) {
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
      for index in inputs.indices {
        let dropped = inputs[index].waiting.removeAll()
        withExtendedLifetime(dropped) { inputs[index].subscription.take()?.cancel() }
      }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: ZipStage
      @usableFromInline let index: Int

      @inlinable
      init(stage: ZipStage, index: Int) {
        self.stage = stage
        self.index = index
      }

      @inlinable
      func receive(subscription: any Subscription) {
        stage.receive(subscription: subscription, from: index)
      }

      @inlinable
      func receive(_ input: Element) {
        stage.receive(input, from: index)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion, from: index)
      }
    }
  }
}
