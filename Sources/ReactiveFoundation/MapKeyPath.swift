public import Reactive

extension Publisher {
  /// Emits one property of each value.
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    map { $0[keyPath: keyPath] }
  }

  /// Emits two properties of each value, as a tuple.
  @inlinable
  public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    map { ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
  }

  /// Emits three properties of each value, as a tuple.
  @inlinable
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>,
    _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    map { ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2]) }
  }
}

extension Publishers {
  /// The publisher that `map(_:)` returns, under its name in Combine.
  public typealias MapKeyPath<Upstream: Publisher, Output> = Map<Upstream, Output>
  /// The publisher that `map(_:_:)` returns, under its name in Combine.
  public typealias MapKeyPath2<Upstream: Publisher, Output0, Output1> =
    Map<Upstream, (Output0, Output1)>
  /// The publisher that `map(_:_:_:)` returns, under its name in Combine.
  public typealias MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2> =
    Map<Upstream, (Output0, Output1, Output2)>
}
