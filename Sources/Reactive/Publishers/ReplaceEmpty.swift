extension Publisher {
  /// Emits `output` if upstream completes without a value.
  ///
  ///     ---|
  ///     replaceEmpty(with: 0)
  ///     ---(0|)
  ///
  /// If upstream fails, only the failure is sent.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    applying(Rules.ReplaceEmpty(output))
  }
}

extension Rules {
  /// Emits a value if upstream completes without one.
  public struct ReplaceEmpty<Value, Failure: Error>: StepRule {
    @usableFromInline let output: Value

    @inlinable
    init(_ output: Value) { self.output = output }

    public var bound: StateBound { .nothing }

    @inlinable
    public func begin() -> Bool { true }

    @inlinable @inline(__always)
    public func receive(
      _ value: Value, _: inout Void, _ isEmpty: inout Bool
    ) -> Step<Value, Failure> {
      isEmpty = false
      return .emit(value)
    }

    @inlinable
    public func last(
      _ completion: Subscribers.Completion<Failure>, _ isEmpty: inout Bool
    ) -> Value? {
      if case .finished = completion, isEmpty { output } else { nil }
    }
  }
}
