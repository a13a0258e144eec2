extension Publisher {
  /// Replaces a failure with another one.
  ///
  ///     -1-2-#
  ///     mapError { Wrapped($0) }
  ///     -1-2-#
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail, so that it can be combined with one
  /// that can.
  ///
  ///     -1-2|
  ///     setFailureType(to: Broken.self)
  ///     -1-2|
  @inlinable
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.MapError<Self, NewFailure> {
    mapError { (never: Never) -> NewFailure in }
  }
}

extension Publishers {
  /// Replaces a failure with another one.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that maps the error.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: MapErrorStage(downstream: subscriber, transform: transform))
    }
  }

  @usableFromInline
  struct MapErrorStage<Downstream: Subscriber, Failure: Error>: Stage {
    @usableFromInline typealias State = Void
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Failure) -> Downstream.Failure

    @inlinable
    init(downstream: Downstream, transform: @escaping (Failure) -> Downstream.Failure) {
      self.downstream = downstream
      self.transform = transform
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      downstream.receive(completion: completion.mapError(transform))
    }
  }
}
