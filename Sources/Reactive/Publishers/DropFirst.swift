extension Publisher {
  /// Drops the first `count` values.
  ///
  ///     -1-2-3-4|
  ///     dropFirst(2)
  ///     -----3-4|
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// Drops the first values of each run.
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of values to drop.
    public let count: Int

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "a negative number of values to drop")
      self.upstream = upstream
      self.count = count
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = DropStage(downstream: subscriber, count: count)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct DropStage<Downstream: Subscriber>: RememberingStage {
    @usableFromInline typealias State = Int
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let memory: RunState<Int>

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      memory = RunState(count)
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      guard unsafe memory.value == 0 else {
        unsafe memory.value -= 1
        return
      }
      downstream.receive(input)
    }
  }
}
