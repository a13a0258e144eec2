extension Publisher {
  /// Drops all values, and completes or fails as upstream does.
  ///
  ///     -1-2-3-4|
  ///     ignoreOutput()
  ///     --------|
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self, Never> {
    Publishers.IgnoreOutput(upstream: self)
  }

  /// Drops all values. The output has a different type, so that the publisher can be combined with
  /// others.
  @inlinable
  public func ignoreOutput<NewOutput>(
    setOutputType outputType: NewOutput.Type
  ) -> Publishers.IgnoreOutput<Self, NewOutput> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// Drops all values. Combine's type always has `Never` as its output.
  public struct IgnoreOutput<Upstream: Publisher, Output>: Publisher {
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
      upstream.receive(subscriber: IgnoreOutputStage<S, Upstream.Output>(downstream: subscriber))
    }
  }

  @usableFromInline
  struct IgnoreOutputStage<Downstream: Subscriber, Input>: Stage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @inlinable
    func receive(_ input: Input) {}
  }
}
