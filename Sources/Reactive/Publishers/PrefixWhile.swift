extension Publisher {
  /// Emits values until the closure returns false for one, and then completes instead of emitting
  /// it.
  ///
  ///     -1-2-3-1|
  ///     prefix { $0 < 3 }
  ///     -1-2-|
  ///
  /// Upstream is cancelled before the run completes. An earlier failure is passed on. With
  /// `inclusive`, which Combine does not have, that value is emitted, too.
  @inlinable
  public func prefix(
    inclusive: Bool = false, while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    tryPrefix(inclusive: inclusive) { (value) throws(Failure) -> Bool in predicate(value) }
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
  ) -> Publishers.TryPrefixWhile<Self> {
    applying(Rules.PrefixWhile(widen: { $0 }, predicate))
  }

  /// Like `prefix(while:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryPrefix(
    inclusive: Bool = false, while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    applying(Rules.PrefixWhile(inclusive: inclusive, widen: { $0 }, predicate))
  }
}

extension Rules {
  /// Emits values until the closure returns false for one, and then completes.
  public struct PrefixWhile<Value, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let inclusive: Bool
    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let predicate: (Value) throws(Failure) -> Bool

    @inlinable
    init(
      inclusive: Bool = false, widen: @escaping (UpstreamFailure) -> Failure,
      _ predicate: @escaping (Value) throws(Failure) -> Bool
    ) {
      self.inclusive = inclusive
      self.widen = widen
      self.predicate = predicate
    }

    @inlinable
    public func answer(_ value: Value, _: Void) throws(Failure) -> Bool { try predicate(value) }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _ isIncluded: inout Bool, _: inout Void
    ) -> Step<Value, Failure> {
      if isIncluded { return .emit(value) }
      return inclusive ? .emitLast(value) : .end(.finished)
    }
  }
}
