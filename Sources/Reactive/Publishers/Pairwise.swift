extension Publisher {
  /// Emits each value, from the second on, in a pair with the previous one.
  ///
  ///     -1-2-3-4|
  ///     pairwise()
  ///     ---a-b-c|    a: (1, 2), b: (2, 3), c: (3, 4)
  ///
  /// Combine has no such operator. The name comes from Rx.
  @inlinable
  public func pairwise() -> Publishers.Pairwise<Self> {
    Publishers.Pairwise(upstream: self)
  }
}

extension Publishers {
  /// Emits each value in a pair with the previous one.
  public struct Pairwise<Upstream: Publisher>: Publisher {
    public typealias Output = (Upstream.Output, Upstream.Output)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = PairwiseStage<S, Upstream.Output>(downstream: subscriber)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct PairwiseStage<Downstream: Subscriber, Input>: RememberingStage
  where Downstream.Input == (Input, Input) {
    @usableFromInline typealias State = Input?
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let memory = RunState<Input?>(nil)

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @inlinable
    func receive(_ input: Input) {
      if let last = unsafe exchange(&memory.value, with: input) {
        downstream.receive((last, input))
      }
    }
  }
}
