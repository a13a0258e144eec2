extension Publisher {
  /// Emits only the values for which the closure returns true. An error thrown by the closure ends
  /// the run with that failure, at once, and cancels upstream.
  ///
  ///     -1-2-x-4|
  ///     tryFilter { try number($0) > 1 }
  ///     ---2-#
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    tryCompactMap { (value) throws -> Output? in try isIncluded(value) ? value : nil }
  }

  /// Like `tryFilter`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.Applied<Self, Rules.TryCompactMap<Output, Output, Failure, Failure>> {
    tryCompactMap { (value) throws(Failure) -> Output? in try isIncluded(value) ? value : nil }
  }
}
