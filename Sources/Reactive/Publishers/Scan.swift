extension Publisher {
  /// Combines the last result, initially `initialResult`, with each value, and emits every new
  /// result.
  ///
  ///     -1-2-3-4|
  ///     scan(0) { $0 + $1 }
  ///     -1-3-6-a|    a: 10
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    tryScan(initialResult) { (result, value) throws(Failure) -> T in
      nextPartialResult(result, value)
    }
  }

  /// Like `scan`, but an error thrown by the closure ends the run with that failure and cancels
  /// upstream.
  ///
  ///     -1-2-x-4|
  ///     tryScan(0) { try $0 + number($1) }
  ///     -1-3-#
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    applying(Rules.Scan(from: initialResult, widen: { $0 }, nextPartialResult))
  }

  /// Like `tryScan`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws(Failure) -> T
  ) -> Publishers.Scan<Self, T> {
    applying(Rules.Scan(from: initialResult, widen: { $0 }, nextPartialResult))
  }
}

extension Rules {
  /// Combines the last result with each value, and emits every new result.
  public struct Scan<Input, Output, UpstreamError: Error, Failure: Error>: ThrowingRule {
    public typealias UpstreamFailure = UpstreamError

    @usableFromInline let initialResult: Output
    @usableFromInline let widen: (UpstreamFailure) -> Failure
    @usableFromInline let next: (Output, Input) throws(Failure) -> Output

    @inlinable
    init(
      from initialResult: Output, widen: @escaping (UpstreamFailure) -> Failure,
      _ next: @escaping (Output, Input) throws(Failure) -> Output
    ) {
      self.initialResult = initialResult
      self.widen = widen
      self.next = next
    }

    public var bound: StateBound { .values(1) }

    @inlinable
    public func begin() -> Output { initialResult }

    @inlinable
    public func answer(_ input: Input, _ last: Output) throws(Failure) -> Output {
      try next(last, input)
    }

    @inlinable @inline(__always)
    public func receive(
      _ input: Input, _ answer: inout Output, _ state: inout Output
    ) -> Step<Output, Failure> {
      let result = answer
      swap(&answer, &state)
      return .emit(result)
    }
  }
}
