extension Publisher {
  /// Emits all values as one array when upstream completes.
  ///
  ///     -1-2-3-|
  ///     collect()
  ///     -------(a|)    a: [1, 2, 3]
  ///
  /// The array is empty if there was no value. A failure drops the values collected so far.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    applying(Rules.Collect(nil))
  }

  /// Collects values into arrays of `count`, and emits each array when its last value arrives.
  ///
  ///     -1-2-3-4-5|
  ///     collect(2)
  ///     ---a---b--(c|)    a: [1, 2], b: [3, 4], c: [5]
  ///
  /// The values that remain when upstream completes are emitted then, if there are any. A failure
  /// drops them.
  @inlinable
  public func collect(_ count: Int) -> Publishers.Collect<Self> {
    applying(Rules.Collect(count))
  }
}

extension Rules {
  /// Collects values into arrays of a given length, or all into one.
  public struct Collect<Value, Failure: Error>: StepRule {
    @usableFromInline let count: Int?

    @inlinable
    init(_ count: Int?) {
      precondition(count ?? 1 > 0, "arrays without a value")
      self.count = count
    }

    public var bound: StateBound { count.map { .values($0 - 1) } ?? .unbounded(by: "the values") }

    @inlinable
    public func begin() -> [Value] { [] }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _: inout Void, _ values: inout [Value]
    ) -> Step<[Value], Failure> {
      values.append(value)
      return values.count == count ? .emit(exchange(&values, with: [])) : .rest
    }

    @inlinable
    public func last(
      _ completion: Subscribers.Completion<Failure>, _ values: inout [Value]
    ) -> [Value]? {
      guard case .finished = completion, count == nil || !values.isEmpty else { return nil }
      return exchange(&values, with: [])
    }

    @inlinable public var _batchUse: _BatchUse { count == nil ? .all : .some }

    /// Stops before the value that fills an array.
    @inlinable
    public func _receive(_ batch: _Batch<Value>, _ values: inout [Value]) -> Int {
      batch.rowAfterTaking { row in
        guard values.count + 1 != count else { return false }
        batch.lend(row) { values.append($0) }
        return true
      }
    }
  }
}
