extension Publisher where Output: Comparable {
  /// Emits the smallest value when upstream completes, or the first one if several are equal.
  ///
  ///     -3-1-2-|
  ///     min()
  ///     -------(1|)
  ///
  /// Emits nothing if there is no value, or if upstream fails.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    min { $0 < $1 }
  }

  /// Emits the greatest value when upstream completes, or the first one if several are equal.
  ///
  ///     -1-3-2-|
  ///     max()
  ///     -------(3|)
  ///
  /// Emits nothing if there is no value, or if upstream fails.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

extension Publisher {
  /// Emits the smallest value in the closure's order when upstream completes, or the first one if
  /// several are equal.
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    tryMin { (left, right) throws(Failure) -> Bool in areInIncreasingOrder(left, right) }
  }

  /// Like `min(by:)`, but an error thrown by the closure ends the run with that failure, at once,
  /// and cancels upstream.
  ///
  ///     -3-1-x-|
  ///     tryMin { try number($0) < number($1) }
  ///     -----#
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    applying(.best(widen: { $0 }, isReplaced: { try areInIncreasingOrder($1, $0) }))
  }

  /// Like `min(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws(Failure) -> Bool
  ) -> Publishers.Comparison<Self> {
    applying(
      .best(
        widen: { $0 },
        isReplaced: { (best, value) throws(Failure) in try areInIncreasingOrder(value, best) }))
  }

  /// Emits the greatest value in the closure's order when upstream completes, or the first one if
  /// several are equal.
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    tryMax { (left, right) throws(Failure) -> Bool in areInIncreasingOrder(left, right) }
  }

  /// Like `max(by:)`, but an error thrown by the closure ends the run with that failure, at once,
  /// and cancels upstream.
  ///
  ///     -3-1-x-|
  ///     tryMax { try number($0) < number($1) }
  ///     -----#
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    applying(.best(widen: { $0 }, isReplaced: areInIncreasingOrder))
  }

  /// Like `max(by:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws(Failure) -> Bool
  ) -> Publishers.Comparison<Self> {
    applying(.best(widen: { $0 }, isReplaced: areInIncreasingOrder))
  }
}

extension Rules.Fold where Output == Input, Partial == Input? {
  /// Keeps a value until `isReplaced` returns true for it and a later value.
  @inlinable
  static func best(
    widen: @escaping (UpstreamFailure) -> Failure,
    isReplaced: @escaping (Input, Input) throws(Failure) -> Bool
  ) -> Self {
    Self(
      widen: widen, initial: nil,
      fold: { (best, value) throws(Failure) in
        if let best, try !isReplaced(best, value) { return .keep }
        return .replace(value)
      },
      result: { $0 })
  }
}
