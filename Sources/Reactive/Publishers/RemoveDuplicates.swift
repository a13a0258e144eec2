extension Publisher where Output: Equatable {
  /// Drops each value that equals the previous one.
  ///
  ///     -1-1-2-1|
  ///     removeDuplicates()
  ///     -1---2-1|
  @inlinable
  public func removeDuplicates() -> Publishers.Gate<Self, Output?, Failure> {
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
  ) -> Publishers.Gate<Self, Output?, Failure> {
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
  ) -> Publishers.Gate<Self, Output?, any Error> {
    .removingDuplicates(from: self, widen: { $0 }, by: predicate)
  }

  /// Like `removeDuplicates(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws(Failure) -> Bool
  ) -> Publishers.Gate<Self, Output?, Failure> {
    .removingDuplicates(from: self, widen: { $0 }, by: predicate)
  }
}

extension Publishers.Gate where Memory == Upstream.Output? {
  /// A gate whose memory is the last emitted value.
  @inlinable
  static func removingDuplicates(
    from upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
    by predicate: @escaping (Output, Output) throws(Failure) -> Bool
  ) -> Self {
    Self(upstream: upstream, widen: widen, memory: nil) { (last, value) throws(Failure) in
      if let last = unsafe last.value, try predicate(last, value) { return .drop }
      // The previous value is released after the change, because that may run foreign code.
      _ = unsafe exchange(&last.value, with: value)
      return .give
    }
  }
}
