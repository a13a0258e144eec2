extension Publisher {
  /// Drops the first `count` values.
  ///
  ///     -1-2-3-4|
  ///     dropFirst(2)
  ///     -----3-4|
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    applying(Rules.DropFirst(count))
  }
}

extension Rules {
  /// Drops the first values of each run.
  public struct DropFirst<Value, Failure: Error>: StepRule {
    @usableFromInline let count: Int

    @inlinable
    init(_ count: Int) {
      precondition(count >= 0, "a negative number of values to drop")
      self.count = count
    }

    public var bound: StateBound { .nothing }

    @inlinable
    public func begin() -> Int { count }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _: inout Void, _ left: inout Int
    ) -> Step<Value, Failure> {
      guard left > 0 else { return .emit(value) }
      left -= 1
      return .rest
    }
  }
}
