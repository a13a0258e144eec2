extension Publisher {
  /// Makes a publisher for each value, and emits only the values of the latest one.
  ///
  ///     1----2---|
  ///     switchMap { number in its diagram }    1: -1-1-1|, 2: -2-2-2|
  ///     -1-1--2-2-2|
  ///
  /// The previous publisher is cancelled when the next one has been made. The run completes when
  /// this publisher and the latest inner publisher have completed. If either fails, the run fails.
  @inlinable
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchMap<Self, P> where P.Failure == Failure {
    Publishers.SwitchMap(upstream: self, transform: transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// For a publisher whose values are publishers: emits the values of the latest one.
  ///
  ///     1----2---|
  ///     map { number in its diagram }.switchToLatest()    1: -1-1-1|, 2: -2-2-2|
  ///     -1-1--2-2-2|
  @inlinable
  public func switchToLatest() -> Publishers.SwitchMap<Self, Output> {
    switchMap { $0 }
  }
}

extension Publishers {
  /// Emits the values of the publisher that a closure made for the latest value.
  public struct SwitchMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that makes an inner publisher from each value.
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
      upstream.receive(
        subscriber: subscriber, startingAtMost: 1, otherwise: .replace, transform)
    }
  }
}
