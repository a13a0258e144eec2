extension Publisher where Output: Hashable {
  /// Drops each value that equals any earlier one.
  ///
  ///     -1-2-1-3-2|
  ///     distinct()
  ///     -1-2---3--|
  ///
  /// A run stores every value that it has emitted until it ends. Combine has no such operator.
  @inlinable
  public func distinct()
    -> Publishers.Applied<Self, Rules.Distinct<Output, Output, Failure, Failure>>
  {
    distinct { $0 }
  }
}

extension Publisher {
  /// Drops each value whose key equals that of any earlier one.
  ///
  ///     -1-2-4-3-5|
  ///     distinct { $0 / 2 }
  ///     -1-2-4----|
  ///
  /// A run stores the keys of all values that it has emitted until it ends.
  @inlinable
  public func distinct<Key: Hashable>(
    by key: @escaping (Output) -> Key
  ) -> Publishers.Applied<Self, Rules.Distinct<Output, Key, Failure, Failure>> {
    tryDistinct { (value) throws(Failure) -> Key in key(value) }
  }

  /// Like `distinct(by:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-2-1-x-|
  ///     tryDistinct { try number($0) }
  ///     -1-2---#
  @inlinable
  public func tryDistinct<Key: Hashable>(
    by key: @escaping (Output) throws -> Key
  ) -> Publishers.Applied<Self, Rules.Distinct<Output, Key, Failure, any Error>> {
    applying(Rules.Distinct(widen: { $0 }, key))
  }

  /// Like `distinct(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryDistinct<Key: Hashable>(
    by key: @escaping (Output) throws(Failure) -> Key
  ) -> Publishers.Applied<Self, Rules.Distinct<Output, Key, Failure, Failure>> {
    applying(Rules.Distinct(widen: { $0 }, key))
  }
}

extension Rules {
  /// Emits the first value of each key.
  public struct Distinct<Value, Key: Hashable, UpstreamError: Error, Failure: Error>:
    ThrowingRule
  {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let key: (Value) throws(Failure) -> Key

    @inlinable
    init(
      widen: @escaping (UpstreamFailure) -> Failure, _ key: @escaping (Value) throws(Failure) -> Key
    ) {
      self.widen = widen
      self.key = key
    }

    public var bound: StateBound { .unbounded(by: "the distinct values") }

    @inlinable
    public func begin() -> Set<Key> { [] }

    @inlinable
    public func answer(_ value: Value, _: Set<Key>) throws(Failure) -> Key { try key(value) }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _ key: inout Key, _ keys: inout Set<Key>
    ) -> Step<Value, Failure> {
      // The keys are taken out for the change: comparing keys may run foreign code that calls back.
      var seen = exchange(&keys, with: [])
      let isNew = seen.insert(key).inserted
      keys = seen
      return isNew ? .emit(value) : .rest
    }
  }
}
