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
  /// Gives pairs of the n-th values of two publishers of different kinds, by the rules of `ZipMany`.
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
      let left = ZipInput<A.Output>()
      let right = ZipInput<B.Output>()
      let run = ZipRun(downstream: subscriber, dropInputs: [left.drop, right.drop])
      subscriber.receive(subscription: run)
      run.inTurn { [a] in
        a.receive(subscriber: ZipSide(run: run, own: left, other: right) { ($0, $1) })
      }
      run.inTurn { [b] in
        b.receive(subscriber: ZipSide(run: run, own: right, other: left) { ($1, $0) })
      }
    }
  }

  /// One run of a zip of two.
  @usableFromInline
  final class ZipRun<Downstream: Subscriber>: Subscription {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    private let dropInputs: [() -> Void]

    @usableFromInline
    init(downstream: Downstream, dropInputs: [() -> Void]) {
      self.downstream = downstream
      self.dropInputs = dropInputs
    }

    /// Makes a call when the calls before it are over, unless the run is by then.
    @usableFromInline
    func inTurn(_ call: @escaping () -> Void) {
      CallDepth.current.inTurn { if !self.isOver { call() } }
    }

    @usableFromInline
    func cancel() {
      isOver = true
      for drop in dropInputs { drop() }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard !isOver else { return }
      cancel()
      downstream.receive(completion: completion)
    }
  }

  /// What a zip of two subscribes to each of its inputs.
  @usableFromInline
  struct ZipSide<Downstream: Subscriber, Own, Other>: Subscriber {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: ZipRun<Downstream>
    @usableFromInline let downstream: Downstream
    @usableFromInline let own: ZipInput<Own>
    @usableFromInline let other: ZipInput<Other>
    @usableFromInline let pair: (Own, Other) -> Downstream.Input

    @inlinable
    init(
      run: ZipRun<Downstream>, own: ZipInput<Own>, other: ZipInput<Other>,
      pair: @escaping (Own, Other) -> Downstream.Input
    ) {
      self.run = run
      downstream = run.downstream
      self.own = own
      self.other = other
      self.pair = pair
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard !run.isOver else { return subscription.cancel() }
      own.subscription = subscription
    }

    @inlinable
    func receive(_ input: Own) {
      guard !run.isOver else { return }
      guard let partner = other.waiting.popFirst() else { return own.waiting.append(input) }
      downstream.receive(pair(input, partner))
      if other.isUsedUp { run.inTurn { [run] in run.end(.finished) } }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = own.subscription.take()
      own.isFinished = true
      if case .failure = completion {
        run.end(completion)
      } else if own.isUsedUp {
        run.end(completion)
      }
    }
  }

  /// What a zip keeps of one of its inputs.
  @usableFromInline
  final class ZipInput<Element> {
    /// What came and has no partners yet.
    @usableFromInline @exclusivity(unchecked) var waiting = Ring<Element>()
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var isFinished = false

    @inlinable
    init() {}

    /// Whether nothing more can come of it.
    @inlinable var isUsedUp: Bool { isFinished && waiting.isEmpty }

    @usableFromInline
    func drop() {
      let dropped = waiting.removeAll()
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }
  }
}
