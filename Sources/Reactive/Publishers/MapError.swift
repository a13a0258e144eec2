extension Publisher {
  /// Turns a failure into another.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Gives a publisher that cannot fail the failure type of another, so that they can be joined.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.MapError<Self, NewFailure> {
    mapError { (never: Never) -> NewFailure in }
  }
}

extension Publishers {
  /// Turns a failure into another.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    public let upstream: Upstream
    public let transform: (Upstream.Failure) -> Failure

    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: MapErrorStage(downstream: subscriber, transform: transform))
    }
  }

  private struct MapErrorStage<Downstream: Subscriber, Failure: Error>: Stage {
    let downstream: Downstream
    let transform: (Failure) -> Downstream.Failure

    func receive(_ input: Downstream.Input) {
      downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      downstream.receive(completion: completion.mapError(transform))
    }
  }
}
