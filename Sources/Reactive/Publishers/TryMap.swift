extension Publisher {
  /// Emits the closure's result for each value. An error thrown by the closure ends the run with
  /// that failure, at once, and cancels upstream.
  ///
  ///     -1-2-x-4|
  ///     tryMap { try number($0) }
  ///     -1-2-#
  @inlinable
  public func tryMap<T>(
    _ transform: @escaping (Output) throws -> T
  ) -> Publishers.TryMap<Self, T> {
    tryCompactMap { (value) throws -> T? in try transform(value) }
  }

  /// Like `tryMap`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryMap<T>(
    _ transform: @escaping (Output) throws(Failure) -> T
  ) -> Publishers.Applied<Self, Rules.TryCompactMap<Output, T, Failure, Failure>> {
    tryCompactMap { (value) throws(Failure) -> T? in try transform(value) }
  }
}
