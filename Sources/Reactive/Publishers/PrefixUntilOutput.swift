extension Publisher {
  /// Gives values until another publisher gives one, and finishes then.
  ///
  ///     -1-2-3-4|
  ///     ----a-b--|
  ///     prefix(untilOutputFrom:)
  ///     -1-2|
  ///
  /// The other is subscribed to first: at equal instants it comes before a value of this publisher,
  /// and if it gives a value at once, this publisher is not subscribed to. Its finish and its failure
  /// are not heard, as in Combine; in RxJS (`takeUntil`) its failure ends the run. Finishes and fails
  /// with upstream too. The end of the run, or a cancel, cancels both.
  @inlinable
  public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Gives values until another publisher gives one, and finishes then.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
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
      let run = PairRun<S, Never, Never>(downstream: subscriber)
      run.begin { [other] in
        other.receive(
          subscriber: PrefixUntilOutputCloser<S, Other.Output, Other.Failure>(run: run))
      } then: { [upstream] in
        upstream.receive(subscriber: PrefixUntilOutputStage(run: run))
      }
    }
  }

  @usableFromInline
  struct PrefixUntilOutputStage<Downstream: Subscriber>: FirstSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Never, Never>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Never, Never>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if !run.isOver { downstream.receive(input) }
    }
  }

  @usableFromInline
  struct PrefixUntilOutputCloser<Downstream: Subscriber, Input, Failure: Error>: SecondSide {
    @usableFromInline let run: PairRun<Downstream, Never, Never>

    @inlinable
    init(run: PairRun<Downstream, Never, Never>) {
      self.run = run
    }

    @inlinable
    func receive(_ input: Input) {
      run.end(.finished)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.secondSubscription.take()
    }
  }
}
