// If one of two publishers cannot fail, the failure type is that of the other. As in Combine,
// `setFailureType` is not needed.

extension Publisher where Failure == Never {
  /// Like `flatMap(maxPublishers:_:)`, for inner publishers that may fail while this one cannot.
  @_disfavoredOverload
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers.count, transform)
  }

  /// Like `switchMap(_:)`, for inner publishers that may fail while this one cannot.
  @_disfavoredOverload
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchMap<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).switchMap(transform)
  }
}

extension Publisher {
  /// Like `flatMap(maxPublishers:_:)`, for inner publishers that cannot fail.
  @_disfavoredOverload
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers.count) { transform($0).setFailureType(to: Failure.self) }
  }

  /// Like `switchMap(_:)`, for inner publishers that cannot fail.
  @_disfavoredOverload
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchMap<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    switchMap { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Like `switchToLatest()`, for inner publishers that may fail while this one cannot.
  @_disfavoredOverload
  public func switchToLatest()
    -> Publishers.SwitchMap<Publishers.SetFailureType<Self, Output.Failure>, Output>
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Like `switchToLatest()`, for inner publishers that cannot fail.
  @_disfavoredOverload
  public func switchToLatest()
    -> Publishers.SwitchMap<Self, Publishers.SetFailureType<Output, Failure>>
  {
    switchMap { $0.setFailureType(to: Failure.self) }
  }
}
