extension Subscribers {
  /// How many: here only of the publishers that `flatMap(maxPublishers:)` runs at once.
  ///
  /// Nothing else has a demand; a source emits what it has when its time has come.
  public struct Demand: Hashable, Sendable {
    let count: Int

    /// Any number.
    public static let unlimited = Demand(count: .max)

    /// At most so many, and at least 1.
    public static func max(_ count: Int) -> Demand {
      precondition(count > 0, "a demand for nothing")
      return Demand(count: count)
    }
  }
}

extension Publisher {
  /// As `flatMap(maxPublishers:_:)` with a number: `flatMap(maxPublishers: .max(1)) { … }`.
  @_disfavoredOverload
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    flatMap(maxPublishers: maxPublishers.count, transform)
  }
}
