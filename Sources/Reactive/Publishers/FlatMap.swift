extension Publisher {
  /// Makes a publisher for each value, and emits the values of all of them as they arrive.
  ///
  ///     1-2-----|
  ///     flatMap { number in its diagram }    1: -1--1|, 2: -2--2|
  ///     -1-21-2-|
  ///
  /// At most `maxPublishers` run at once. Further values wait, and their publishers are made when
  /// there is room. The run completes when this publisher and all inner publishers have completed.
  /// If one fails, the run fails and the others are cancelled.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Makes a publisher for each value, and emits their values, one publisher after another.
  ///
  ///     1-2-----|
  ///     concatMap { number in its diagram }    1: -1-1|, 2: -2-2|
  ///     -1-1-2-2|
  @inlinable
  public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    flatMap(maxPublishers: 1, transform)
  }
}

extension Publishers {
  /// Emits the values of the publishers that a closure makes, one for each value.
  public struct FlatMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The maximum number of inner publishers that run at once.
    public let maxPublishers: Int
    /// The closure that makes an inner publisher from each value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, maxPublishers: Int,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      precondition(maxPublishers > 0, "no publisher may run")
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: subscriber, startingAtMost: maxPublishers, otherwise: .wait, transform)
    }
  }
}
