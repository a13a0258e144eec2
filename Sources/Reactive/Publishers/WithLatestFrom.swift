extension Publisher {
  /// Gives pairs of each value and the latest value of another publisher.
  ///
  ///     -1-2--3-4|
  ///     --a--b---|
  ///     withLatestFrom
  ///     ---x--y-z|    x: (2, a), y: (3, b), z: (4, b)
  ///
  /// The other is subscribed to first: at equal instants its value is the latest already. Values that
  /// come before it has given one are dropped. Finishes with upstream; the other's finish is not
  /// heard, and its last value stays. A failure of either ends the whole. The end of the run, or a
  /// cancel, cancels both. As in RxJS; Combine has no such operator.
  @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other)
  }

  /// Gives what the closure makes of each value and the latest value of another publisher.
  @inlinable
  public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, P>, T> where P.Failure == Failure {
    withLatestFrom(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Gives pairs of each value and the latest value of another publisher.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = (Upstream.Output, Other.Output)
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let other: Other

    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = PairRun<S, Never, Other.Output>(downstream: subscriber)
      run.begin { [other] in
        other.receive(subscriber: WithLatestFromKeeper(run: run))
      } then: { [upstream] in
        upstream.receive(subscriber: WithLatestFromStage<S, Upstream.Output, _>(run: run))
      }
    }
  }

  @usableFromInline
  struct WithLatestFromStage<Downstream: Subscriber, Input, Latest>: FirstSide
  where Downstream.Input == (Input, Latest) {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Never, Latest>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Never, Latest>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: Input) {
      // Nothing is kept when the run is over.
      if let latest = run.second { downstream.receive((input, latest)) }
    }
  }

  @usableFromInline
  struct WithLatestFromKeeper<Downstream: Subscriber, Input>: SecondSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Never, Input>

    @inlinable
    init(run: PairRun<Downstream, Never, Input>) {
      self.run = run
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isOver else { return }
      // The value before is released after the change: that may run foreign code.
      _ = exchange(&run.second, with: input)
    }
  }
}
