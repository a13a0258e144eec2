extension Publisher {
  /// Emits `output` in place of a failure, and completes.
  ///
  ///     -1-2-#
  ///     replaceError(with: 0)
  ///     -1-2-(0|)
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    applying(Rules.ReplaceError(output))
  }
}

extension Rules {
  /// Emits a value in place of a failure, and completes.
  public struct ReplaceError<Value, UpstreamFailure: Error>: StepRule {
    public typealias Failure = Never
    @usableFromInline let output: Value

    @inlinable
    init(_ output: Value) { self.output = output }

    @inlinable @inline(__always)
    public func receive(_ value: Value, _: inout Void, _: inout Void) -> Step<Value, Never> {
      .emit(value)
    }

    @inlinable
    public func last(
      _ completion: Subscribers.Completion<UpstreamFailure>, _: inout Void
    ) -> Value? {
      if case .failure = completion { output } else { nil }
    }

    @inlinable
    public func end(
      _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<Never> { .finished }
  }
}
