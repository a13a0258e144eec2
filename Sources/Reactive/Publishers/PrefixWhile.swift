extension Publisher {
  /// Emits values until the closure returns false for one, and then completes instead of emitting
  /// it.
  ///
  ///     -1-2-3-1|
  ///     prefix { $0 < 3 }
  ///     -1-2-|
  ///
  /// Upstream is cancelled before the run completes. An earlier failure is passed on.
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.Gate<Self, Void, Failure> {
    tryPrefix { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `prefix(while:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-2-x-4|
  ///     tryPrefix { try number($0) < 3 }
  ///     -1-2-#
  @inlinable
  public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.Gate<Self, Void, any Error> {
    .prefix(of: self, widen: { $0 }, while: predicate)
  }

  /// Like `prefix(while:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryPrefix(
    while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.Gate<Self, Void, Failure> {
    .prefix(of: self, widen: { $0 }, while: predicate)
  }
}

extension Publishers.Gate where Memory == Void {
  @inlinable
  static func prefix(
    of upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
    while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Self {
    Self(upstream: upstream, widen: widen, memory: ()) { (_, value) throws(Failure) in
      try predicate(value) ? .give : .finish
    }
  }
}
