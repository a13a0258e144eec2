extension Publisher {
  /// Emits false at the first value for which the closure returns false, or true when upstream
  /// completes without one.
  ///
  ///     -1-2-3-4|
  ///     allSatisfy { $0 < 3 }
  ///     -----(f|)    f: false
  ///
  /// Upstream is cancelled before false is emitted. If upstream fails first, only the failure is
  /// sent.
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    tryAllSatisfy { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `allSatisfy`, but an error thrown by the closure ends the run with that failure, at once,
  /// and cancels upstream.
  ///
  ///     -1-2-x-4|
  ///     tryAllSatisfy { try number($0) > 0 }
  ///     -----#
  @inlinable
  public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    applying(.finding(false, widen: { $0 }, by: predicate))
  }

  /// Like `allSatisfy`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    applying(.finding(false, widen: { $0 }, by: predicate))
  }
}
