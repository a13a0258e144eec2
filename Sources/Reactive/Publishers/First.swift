extension Publisher {
  /// Emits the first value, and completes.
  ///
  ///     ---1-2-3|
  ///     first()
  ///     ---(1|)
  ///
  /// Upstream is cancelled before the value is emitted. If there is no value, nothing is emitted.
  @inlinable
  public func first() -> Publishers.FirstWhere<Self> {
    first { _ in true }
  }

  /// Emits the first value for which the closure returns true, and completes.
  ///
  ///     -1-2-3-4|
  ///     first { $0 > 1 }
  ///     ---(2|)
  ///
  /// Upstream is cancelled before the value is emitted. If there is no value, nothing is emitted.
  @inlinable
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    tryFirst { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `first(where:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-x-3-|
  ///     tryFirst { try number($0) > 1 }
  ///     ---#
  @inlinable
  public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    applying(.choice(widen: { $0 }, isLast: false, where: predicate))
  }

  /// Like `first(where:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryFirst(
    where predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    applying(.choice(widen: { $0 }, isLast: false, where: predicate))
  }

  /// Emits the last value when upstream completes.
  ///
  ///     -1-2-3-|
  ///     last()
  ///     -------(3|)
  ///
  /// Emits nothing if there is no value, or if upstream fails.
  @inlinable
  public func last() -> Publishers.FirstWhere<Self> {
    last { _ in true }
  }

  /// When upstream completes, emits the last value for which the closure returned true.
  ///
  ///     -1-2-3-4|
  ///     last { $0 < 3 }
  ///     --------(2|)
  ///
  /// Emits nothing if there is none, or if upstream fails.
  @inlinable
  public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    tryLast { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `last(where:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-2-x-|
  ///     tryLast { try number($0) > 1 }
  ///     -----#
  @inlinable
  public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    applying(.choice(widen: { $0 }, isLast: true, where: predicate))
  }

  /// Like `last(where:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryLast(
    where predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    applying(.choice(widen: { $0 }, isLast: true, where: predicate))
  }
}

extension Rules.Fold where Output == Input, Partial == Input? {
  @inlinable
  static func choice(
    widen: @escaping (UpstreamFailure) -> Failure, isLast: Bool,
    where predicate: @escaping (Input) throws(Failure) -> Bool
  ) -> Self {
    Self(
      widen: widen, initial: nil,
      fold: { (_, value) throws(Failure) in
        guard try predicate(value) else { return .keep }
        return isLast ? .replace(value) : .last(value)
      },
      result: { $0 })
  }
}
