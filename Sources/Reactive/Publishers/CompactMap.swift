extension Publisher {
  /// Emits the closure's result for each value, unless it is nil.
  ///
  ///     -1-x-3-|
  ///     compactMap { Int($0) }
  ///     -1---3-|
  @inlinable
  public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Emits `output` in place of each nil.
  ///
  ///     -1-x-3-|
  ///     map { Int($0) }.replaceNil(with: 0)
  ///     -1-0-3-|
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}

extension Publishers {
  /// Emits a closure's result for each value, unless it is nil.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that maps each value; a nil is dropped.
    public let transform: (Upstream.Output) -> Output?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: CompactMapStage(downstream: subscriber, transform: transform))
    }
  }

  @usableFromInline
  struct CompactMapStage<Downstream: Subscriber, Input>: Stage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input?

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
      self.downstream = downstream
      self.transform = transform
    }

    @inlinable
    func receive(_ input: Input) {
      if let output = transform(input) { downstream.receive(output) }
    }
  }
}
