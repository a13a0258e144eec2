extension Publisher {
  /// Emits only the values for which the closure returns true.
  ///
  ///     -1-2-3-4|
  ///     filter { $0 % 2 == 0 }
  ///     ---2---4|
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// Emits only the values for which a closure returns true.
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that decides whether a value is emitted.
    public let isIncluded: (Output) -> Bool

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: FilterStage(downstream: subscriber, isIncluded: isIncluded))
    }
  }

  @usableFromInline
  struct FilterStage<Downstream: Subscriber>: Stage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let isIncluded: (Downstream.Input) -> Bool

    @inlinable
    init(downstream: Downstream, isIncluded: @escaping (Downstream.Input) -> Bool) {
      self.downstream = downstream
      self.isIncluded = isIncluded
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if isIncluded(input) { downstream.receive(input) }
    }
  }
}
