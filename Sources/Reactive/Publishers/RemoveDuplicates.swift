extension Publisher where Output: Equatable {
  /// Drops each value that equals the previous one.
  ///
  ///     -1-1-2-1|
  ///     removeDuplicates()
  ///     -1---2-1|
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher {
  /// Drops each value for which the closure, called with the last emitted value and this one,
  /// returns true.
  ///
  ///     -1-3-4-6|
  ///     removeDuplicates { $0 % 2 == $1 % 2 }
  ///     -1---4--|
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    tryRemoveDuplicates { (last, value) throws(Failure) -> Bool in predicate(last, value) }
  }

  /// Like `removeDuplicates(by:)`, but an error thrown by the closure ends the run with that
  /// failure, at once, and cancels upstream.
  ///
  ///     -1-1-x-2|
  ///     tryRemoveDuplicates { try number($0) == number($1) }
  ///     -1---#
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    applying(Rules.RemoveDuplicates(widen: { $0 }, predicate))
  }

  /// Like `removeDuplicates(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws(Failure) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    applying(Rules.RemoveDuplicates(widen: { $0 }, predicate))
  }
}

extension Rules {
  /// Drops each value that equals the last one that was emitted.
  public struct RemoveDuplicates<Value, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let areEqual: (Value, Value) throws(Failure) -> Bool

    @inlinable
    init(
      widen: @escaping (UpstreamFailure) -> Failure,
      _ areEqual: @escaping (Value, Value) throws(Failure) -> Bool
    ) {
      self.widen = widen
      self.areEqual = areEqual
    }

    public var bound: StateBound { .values(1) }

    @inlinable
    public func begin() -> Value? { nil }

    /// Returns the value, unless it is a duplicate.
    @inlinable
    public func answer(_ value: Value, _ last: Value?) throws(Failure) -> Value? {
      if let last, try areEqual(last, value) { return nil }
      return value
    }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _ answer: inout Value?, _ last: inout Value?
    ) -> Step<Value, Failure> {
      guard answer != nil else { return .rest }
      swap(&answer, &last)
      return .emit(value)
    }
  }
}
