extension Subscribers {
  /// A number of publishers: how many `flatMap(maxPublishers:)` runs at once.
  ///
  /// Nothing else has a demand. A source emits each value at its time.
  public struct Demand: Hashable, Sendable {
    let count: Int

    /// No limit.
    public static let unlimited = Demand(count: .max)

    /// At most `count`, which must be at least 1.
    public static func max(_ count: Int) -> Demand {
      precondition(count > 0, "a demand for nothing")
      return Demand(count: count)
    }
  }
}

extension Publisher {
  /// Like `flatMap(maxPublishers:_:)` with a number: `flatMap(maxPublishers: .max(1)) { … }`.
  @_disfavoredOverload
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    flatMap(maxPublishers: maxPublishers.count, transform)
  }
}
