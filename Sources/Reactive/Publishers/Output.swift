extension Publisher {
  /// Emits the first `maxLength` values, and completes with the last of them.
  ///
  ///     -1-2-3-4|
  ///     prefix(2)
  ///     -1-(2|)
  ///
  /// At the last of these values, the publisher emits it, cancels upstream, and completes. Events
  /// that upstream sends during that are dropped. An earlier failure is passed on. With a length of
  /// 0 it subscribes, cancels, and completes at once.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "a negative number of values to give")
    return applying(Rules.Output(0..<maxLength))
  }

  /// Emits the value at `index`, counted from zero, and completes.
  ///
  ///     -1-2-3-4|
  ///     output(at: 2)
  ///     -----(3|)
  ///
  /// Emits nothing if upstream ends earlier.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index >= 0, "a negative index")
    return applying(Rules.Output(index..<index + 1))
  }

  /// Emits the values at the indices in `range`, counted from zero, and completes with the last.
  ///
  ///     -1-2-3-4-5|
  ///     output(in: 1...2)
  ///     ---2-(3|)
  ///
  /// Ends in the same way as `prefix`. An empty range completes at once, where Combine waits for
  /// its lower bound.
  @inlinable
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Publishers.Output<Self> where Range.Bound == Int {
    applying(Rules.Output(range.relative(to: 0..<Int.max)))
  }
}

extension Rules {
  /// Emits the values whose indices are in a range, and completes with the last of them.
  public struct Output<Value, Failure: Error>: StepRule {
    @usableFromInline let range: Range<Int>

    @inlinable
    init(_ range: Range<Int>) {
      precondition(range.lowerBound >= 0, "a negative index")
      self.range = range
    }

    public var bound: StateBound { .nothing }

    @inlinable
    public func begin() -> Int { 0 }

    @inlinable public var isSpent: Bool { range.isEmpty }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _: inout Void, _ index: inout Int
    ) -> Step<Value, Failure> {
      defer { index += 1 }
      guard index >= range.lowerBound else { return .rest }
      return index + 1 == range.upperBound ? .emitLast(value) : .emit(value)
    }
  }
}
