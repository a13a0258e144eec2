public import Reactive

extension Publisher {
  /// Ends the program if upstream fails.
  ///
  ///     -1-2|
  ///     assertNoFailure()
  ///     -1-2|
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    mapError { failure in
      preconditionFailure(
        "\(prefix.isEmpty ? "" : prefix + ": ")a publisher failed that does not: \(failure)",
        file: file, line: line)
    }
  }
}

extension Publishers {
  /// Ends the program if upstream fails.
  public typealias AssertNoFailure<Upstream: Publisher> = MapError<Upstream, Never>
}
