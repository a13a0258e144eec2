extension Publisher {
  /// Emits the first `maxLength` values, and completes with the last of them.
  ///
  ///     -1-2-3-4|
  ///     prefix(2)
  ///     -1-(2|)
  ///
  /// At the last of these values, the publisher emits it, cancels upstream, and completes. Events
  /// that upstream sends during that are dropped. An earlier failure is passed on. With a length of
  /// 0 it subscribes, cancels, and completes at once.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "a negative number of values to give")
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }

  /// Emits the value at `index`, counted from zero, and completes.
  ///
  ///     -1-2-3-4|
  ///     output(at: 2)
  ///     -----(3|)
  ///
  /// Emits nothing if upstream ends earlier.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index >= 0, "a negative index")
    return Publishers.Output(upstream: self, range: index..<index + 1)
  }

  /// Emits the values at the indices in `range`, counted from zero, and completes with the last.
  ///
  ///     -1-2-3-4-5|
  ///     output(in: 1...2)
  ///     ---2-(3|)
  ///
  /// Ends in the same way as `prefix`. An empty range completes at once, where Combine waits for
  /// its lower bound.
  @inlinable
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Publishers.Output<Self> where Range.Bound == Int {
    Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
  }
}

extension Publishers {
  /// Emits the values whose indices are in a range, and completes with the last of them.
  public struct Output<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The positions of the values that are emitted.
    public let range: Range<Int>

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, range: Range<Int>) {
      precondition(range.lowerBound >= 0, "a negative index")
      self.upstream = upstream
      self.range = range
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      let stage = OutputStage(downstream: subscriber, range: range)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct OutputStage<Downstream: Subscriber>: EndingStage, RememberingStage {
    @usableFromInline typealias State = Int
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let range: Range<Int>
    @usableFromInline let memory = RunState(0)
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream, range: Range<Int>) {
      self.downstream = downstream
      self.range = range
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe memory.subscription = subscription
      run.subscription = memory
      run.isUpstreamDone = range.isEmpty
      downstream.receive(subscription: run)
      if range.isEmpty { finishInTurn() }
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard !run.isUpstreamDone else { return }
      let index = unsafe memory.value
      unsafe memory.value = index + 1
      guard index >= range.lowerBound else { return }
      guard index + 1 == range.upperBound else { return downstream.receive(input) }
      // This is set before the value is sent, because downstream may make upstream emit another
      // one.
      run.isUpstreamDone = true
      downstream.receive(input)
      finishInTurn()
    }
  }
}
