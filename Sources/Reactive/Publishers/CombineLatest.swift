extension Publisher {
  /// Gives pairs of the latest values, whenever one comes, from when both publishers have given one.
  ///
  ///     -1---2-3|
  ///     --a-b---|
  ///     combineLatest
  ///     --x-yz-w|    x: (1, a), y: (1, b), z: (2, b), w: (3, b)
  ///
  /// By the rules of `CombineLatestMany`.
  @inlinable
  public func combineLatest<P: Publisher>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Gives what the closure makes of the latest values, whenever one comes.
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Gives pairs of the latest values of two publishers of different kinds, by the rules of
  /// `CombineLatestMany`.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
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
      let run = PairRun<S, A.Output, B.Output>(downstream: subscriber)
      run.begin { [a] in
        a.receive(subscriber: LatestFirstSide(run: run))
      } then: { [b] in
        b.receive(subscriber: LatestSecondSide(run: run))
      }
    }
  }

  @usableFromInline
  struct LatestFirstSide<Downstream: Subscriber, First, Second>: FirstSide
  where Downstream.Input == (First, Second) {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, First, Second>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, First, Second>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: First) {
      guard !run.isOver else { return }
      let dropped = exchange(&run.first, with: input)
      withExtendedLifetime(dropped) {
        if let second = run.second { downstream.receive((input, second)) }
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.firstSubscription.take()
      run.endOne(completion)
    }
  }

  @usableFromInline
  struct LatestSecondSide<Downstream: Subscriber, First, Second>: SecondSide
  where Downstream.Input == (First, Second) {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, First, Second>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, First, Second>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: Second) {
      guard !run.isOver else { return }
      let dropped = exchange(&run.second, with: input)
      withExtendedLifetime(dropped) {
        if let first = run.first { downstream.receive((first, input)) }
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.secondSubscription.take()
      run.endOne(completion)
    }
  }
}

extension PairRun {
  /// Ends the run if this input has failed, or if it is the last to finish.
  @usableFromInline
  func endOne(_ completion: Subscribers.Completion<Downstream.Failure>) {
    finishedCount += 1
    if case .failure = completion {
      end(completion)
    } else if finishedCount == 2 {
      end(completion)
    }
  }
}
