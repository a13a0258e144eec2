extension Publisher {
  /// Emits the closure's result for each value.
  ///
  ///     --1--2--3|
  ///     map { $0 * 10 }
  ///     --a--b--c|    a: 10, b: 20, c: 30
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Emits a closure's result for each value.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that maps each value.
    public let transform: (Upstream.Output) -> Output

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: MapStage(downstream: subscriber, transform: transform))
    }
  }

  @usableFromInline
  struct MapStage<Downstream: Subscriber, Input>: Stage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input) {
      self.downstream = downstream
      self.transform = transform
    }

    @inlinable
    func receive(_ input: Input) {
      downstream.receive(transform(input))
    }
  }
}
