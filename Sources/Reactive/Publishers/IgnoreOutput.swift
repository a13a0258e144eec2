extension Publisher {
  /// Drops all values, and completes or fails as upstream does.
  ///
  ///     -1-2-3-4|
  ///     ignoreOutput()
  ///     --------|
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self, Never> {
    applying(Rules.IgnoreOutput())
  }

  /// Drops all values. The output has a different type, so that the publisher can be combined with
  /// others.
  @inlinable
  public func ignoreOutput<NewOutput>(
    setOutputType outputType: NewOutput.Type
  ) -> Publishers.IgnoreOutput<Self, NewOutput> {
    applying(Rules.IgnoreOutput())
  }
}

extension Rules {
  /// Drops all values.
  public struct IgnoreOutput<Value, Output, Failure: Error>: StepRule {
    @inlinable
    init() {}

    @inlinable @inline(__always)
    public func receive(_ value: Value, _: inout Void, _: inout Void) -> Step<Output, Failure> {
      .rest
    }
  }
}
