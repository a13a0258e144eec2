extension Publisher {
  /// Makes a publisher of each value that comes while none of these runs, and gives what it gives.
  ///
  ///     1--2---3---|
  ///     exhaustMap { number in its diagram }    1: -1-1|, 2: -2-2|, 3: -3-3|
  ///     -1-1----3-3|
  ///
  /// Finishes when this publisher has finished and none of those made is running. A failure of either
  /// ends the whole.
  @inlinable
  public func exhaustMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ExhaustMap<Self, P> where P.Failure == Failure {
    Publishers.ExhaustMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Gives what the publishers give that a closure makes of values, dropping the values that come
  /// while one of these runs.
  public struct ExhaustMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values arrive here.
    public let upstream: Upstream
    /// The closure that makes an inner publisher from a value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> NewPublisher) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = InnerMapStage(
        run: InnerMapRun(downstream: subscriber), replaces: false, transform: transform)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }
}
