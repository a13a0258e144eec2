extension Publisher {
  /// Makes a publisher for each value and emits its values, but drops the values that arrive while
  /// such a publisher is running.
  ///
  ///     1--2---3---|
  ///     exhaustMap { number in its diagram }    1: -1-1|, 2: -2-2|, 3: -3-3|
  ///     -1-1----3-3|
  ///
  /// Completes when this publisher has completed and no inner publisher is running. If either
  /// fails, the run fails.
  @inlinable
  public func exhaustMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ExhaustMap<Self, P> where P.Failure == Failure {
    Publishers.ExhaustMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Emits the values of the publishers that a closure makes, but drops the values that arrive
  /// while such a publisher is running.
  public struct ExhaustMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
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
      upstream.receive(subscriber: subscriber, startingAtMost: 1, otherwise: .drop, transform)
    }
  }
}
