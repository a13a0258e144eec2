extension Publisher {
  /// Gives the latest value when another publisher gives one, if one has come since the last time.
  ///
  ///     ab---c--d|
  ///     ---1-2-3--|
  ///     sample
  ///     ---b---c-|
  ///
  /// The notifier is subscribed to first: at equal instants it comes before a value of this
  /// publisher. Finishes with upstream, and drops what has not been sampled; the notifier's finish is
  /// not heard. A failure of either ends the whole. The end of the run, or a cancel, cancels both. As in
  /// RxJS; Combine has no such operator.
  @inlinable
  public func sample<P: Publisher>(
    _ notifier: P
  ) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    Publishers.Sample(upstream: self, notifier: notifier)
  }
}

extension Publishers {
  /// Gives the latest value when another publisher gives one.
  public struct Sample<Upstream: Publisher, Notifier: Publisher>: Publisher
  where Upstream.Failure == Notifier.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let notifier: Notifier

    @inlinable
    public init(upstream: Upstream, notifier: Notifier) {
      self.upstream = upstream
      self.notifier = notifier
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = PairRun<S, S.Input, Never>(downstream: subscriber)
      run.begin { [notifier] in
        notifier.receive(subscriber: SampleGiver<S, Notifier.Output>(run: run))
      } then: { [upstream] in
        upstream.receive(subscriber: SampleKeeper(run: run))
      }
    }
  }

  @usableFromInline
  struct SampleKeeper<Downstream: Subscriber>: FirstSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Downstream.Input, Never>

    @inlinable
    init(run: PairRun<Downstream, Downstream.Input, Never>) {
      self.run = run
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard !run.isOver else { return }
      // The value before is released after the change: that may run foreign code.
      _ = exchange(&run.first, with: input)
    }
  }

  @usableFromInline
  struct SampleGiver<Downstream: Subscriber, Input>: SecondSide {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: PairRun<Downstream, Downstream.Input, Never>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(run: PairRun<Downstream, Downstream.Input, Never>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(_ input: Input) {
      // Nothing is kept when the run is over.
      if let latest = run.first.take() { downstream.receive(latest) }
    }
  }
}
