extension Publisher {
  /// Drops values until another publisher gives one.
  ///
  ///     -1-2-3-4|
  ///     ----a-b--|
  ///     drop(untilOutputFrom:)
  ///     -----3-4|
  ///
  /// The other is subscribed to first, and cancelled with its first value: at equal instants it opens
  /// the way for a value of this publisher. If it finishes or fails before it gives one, so does this;
  /// what it does afterwards is not heard. Finishes and fails with upstream. The end of the run, or a
  /// cancel, cancels both.
  ///
  /// Combine lets the other run on after its first value. RxJS (`skipUntil`) goes on in silence when
  /// the other finishes without one.
  @inlinable
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Drops values until another publisher gives one.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
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
      let run = PairRun<S, Never, Void>(downstream: subscriber)
      run.begin { [other] in
        other.receive(subscriber: DropUntilOutputOpener<S, Other.Output>(run: run))
      } then: { [upstream] in
        upstream.receive(subscriber: DropUntilOutputStage(run: run))
      }
    }
  }

  @usableFromInline
  struct DropUntilOutputStage<Downstream: Subscriber>: FirstSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Never, Void>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Never, Void>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      // Nothing is kept when the run is over.
      if run.second != nil { downstream.receive(input) }
    }
  }

  @usableFromInline
  struct DropUntilOutputOpener<Downstream: Subscriber, Input>: SecondSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Never, Void>

    @inlinable
    init(run: PairRun<Downstream, Never, Void>) {
      self.run = run
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isOver else { return }
      run.second = ()
      run.secondSubscription.take()?.cancel()
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.secondSubscription.take()
      if run.second == nil { run.end(completion) }
    }
  }
}
