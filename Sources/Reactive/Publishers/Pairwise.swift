extension Publisher {
  /// Emits each value, from the second on, in a pair with the previous one.
  ///
  ///     -1-2-3-4|
  ///     pairwise()
  ///     ---a-b-c|    a: (1, 2), b: (2, 3), c: (3, 4)
  ///
  /// Combine has no such operator. The name comes from Rx.
  @inlinable
  public func pairwise() -> Publishers.Applied<Self, Rules.Pairwise<Output, Failure>> {
    applying(Rules.Pairwise())
  }
}

extension Rules {
  /// Emits each value in a pair with the previous one.
  public struct Pairwise<Input, Failure: Error>: StepRule {
    @inlinable
    init() {}

    public var bound: StateBound { .values(1) }

    @inlinable
    public func begin() -> Input? { nil }

    @inlinable
    public func answer(_ input: Input, _ last: Input?) throws(Failure) -> Input? { input }

    @inlinable @inline(__always)
    public func receive(
      _ input: Input, _ answer: inout Input?, _ last: inout Input?
    ) -> Step<(Input, Input), Failure> {
      swap(&answer, &last)
      return answer.map { .emit(($0, input)) } ?? .rest
    }
  }
}
