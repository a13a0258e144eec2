extension Publisher where Output: Hashable {
  /// Drops each value that equals any earlier one.
  ///
  ///     -1-2-1-3-2|
  ///     distinct()
  ///     -1-2---3--|
  ///
  /// A run stores every value that it has emitted until it ends. Combine has no such operator.
  @inlinable
  public func distinct() -> Publishers.Gate<Self, Set<Output>, Failure> {
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
  ) -> Publishers.Gate<Self, Set<Key>, Failure> {
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
  ) -> Publishers.Gate<Self, Set<Key>, any Error> {
    .distinct(from: self, widen: { $0 }, by: key)
  }

  /// Like `distinct(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryDistinct<Key: Hashable>(
    by key: @escaping (Output) throws(Failure) -> Key
  ) -> Publishers.Gate<Self, Set<Key>, Failure> {
    .distinct(from: self, widen: { $0 }, by: key)
  }
}

extension Publishers.Gate {
  /// A gate whose memory holds the keys of all emitted values.
  @inlinable
  static func distinct<Key: Hashable>(
    from upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
    by key: @escaping (Output) throws(Failure) -> Key
  ) -> Self where Memory == Set<Key> {
    Self(upstream: upstream, widen: widen, memory: []) { (keys, value) throws(Failure) in
      let key = try key(value)
      // The keys are taken out for the change: comparing keys may run foreign code that calls back.
      var seen = unsafe exchange(&keys.value, with: [])
      let isNew = seen.insert(key).inserted
      unsafe keys.value = seen
      return isNew ? .give : .drop
    }
  }
}
