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
      let run = PairRun<S, Ring<A.Output>, Ring<B.Output>>(downstream: subscriber)
      run.first = Ring()
      run.second = Ring()
      run.begin { [a] in
        a.receive(subscriber: ZipFirstSide(run: run))
      } then: { [b] in
        b.receive(subscriber: ZipSecondSide(run: run))
      }
    }
  }

  /// What a zip of two subscribes to the first. The run keeps what came and has no partner yet.
  @usableFromInline
  struct ZipFirstSide<Downstream: Subscriber, A, B>: FirstSide where Downstream.Input == (A, B) {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Ring<A>, Ring<B>>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Ring<A>, Ring<B>>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: A) {
      guard !run.isOver else { return }
      guard let partner = run.second?.popFirst() else {
        run.first?.append(input)
        return
      }
      downstream.receive((input, partner))
      // An input without a subscription has finished: it has given a value, so it had one.
      if run.secondSubscription == nil, run.second?.isEmpty ?? false { run.finishInTurn() }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.firstSubscription.take()
      if case .failure = completion { return run.end(completion) }
      if run.first?.isEmpty ?? false { run.end(completion) }
    }
  }

  @usableFromInline
  struct ZipSecondSide<Downstream: Subscriber, A, B>: SecondSide where Downstream.Input == (A, B) {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Ring<A>, Ring<B>>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Ring<A>, Ring<B>>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: B) {
      guard !run.isOver else { return }
      guard let partner = run.first?.popFirst() else {
        run.second?.append(input)
        return
      }
      downstream.receive((partner, input))
      if run.firstSubscription == nil, run.first?.isEmpty ?? false { run.finishInTurn() }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.secondSubscription.take()
      if case .failure = completion { return run.end(completion) }
      if run.second?.isEmpty ?? false { run.end(completion) }
    }
  }
}

extension PairRun {
  /// Finishes when what was given before has gone all the way down.
  @usableFromInline
  func finishInTurn() {
    CallDepth.current.inTurn { self.end(.finished) }
  }
}
