extension Publisher {
  /// Emits the closure's result for each value, unless it is nil. An error thrown by the closure
  /// ends the run with that failure, at once, and cancels upstream.
  ///
  ///     -1-x-3-|
  ///     tryCompactMap { Int($0) }
  ///     -1---3-|
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    applying(Rules.TryCompactMap(widen: { $0 }, transform))
  }

  /// Like `tryCompactMap`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws(Failure) -> T?
  ) -> Publishers.Applied<Self, Rules.TryCompactMap<Output, T, Failure, Failure>> {
    applying(Rules.TryCompactMap(widen: { $0 }, transform))
  }
}

extension Rules {
  /// Emits a throwing closure's result for each value, unless it is nil.
  public struct TryCompactMap<Input, Output, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let transform: (Input) throws(Failure) -> Output?

    @inlinable
    init(
      widen: @escaping (UpstreamFailure) -> Failure,
      _ transform: @escaping (Input) throws(Failure) -> Output?
    ) {
      self.widen = widen
      self.transform = transform
    }

    @inlinable
    public func answer(_ input: Input, _: Void) throws(Failure) -> Output? {
      try transform(input)
    }

    @inlinable @inline(__always)
    public func receive(
      _: Input, _ answer: inout Output?, _: inout Void
    ) -> Step<Output, Failure> {
      answer.map { .emit($0) } ?? .rest
    }
  }
}
