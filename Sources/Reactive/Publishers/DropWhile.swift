extension Publisher {
  /// Drops values until the closure returns false for one. Emits that value and all later ones.
  ///
  ///     -1-2-3-1|
  ///     drop { $0 < 3 }
  ///     -----3-1|
  ///
  /// The closure is not called after that.
  @inlinable
  public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    tryDrop { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `drop(while:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-x-3-|
  ///     tryDrop { try number($0) < 3 }
  ///     ---#
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    applying(Rules.DropWhile(widen: { $0 }, predicate))
  }

  /// Like `drop(while:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.DropWhile<Self> {
    applying(Rules.DropWhile(widen: { $0 }, predicate))
  }
}

extension Rules {
  /// Drops values until the closure returns false for one.
  public struct DropWhile<Value, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let predicate: (Value) throws(Failure) -> Bool

    @inlinable
    init(
      widen: @escaping (UpstreamFailure) -> Failure,
      _ predicate: @escaping (Value) throws(Failure) -> Bool
    ) {
      self.widen = widen
      self.predicate = predicate
    }

    public var bound: StateBound { .nothing }

    /// Whether values are still dropped.
    @inlinable
    public func begin() -> Bool { true }

    @inlinable
    public func answer(_ value: Value, _ isDropping: Bool) throws(Failure) -> Bool {
      isDropping ? try predicate(value) : false
    }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _ answer: inout Bool, _ isDropping: inout Bool
    ) -> Step<Value, Failure> {
      isDropping = answer
      return answer ? .rest : .emit(value)
    }
  }
}
