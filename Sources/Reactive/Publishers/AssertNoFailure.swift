extension Publisher {
  /// Takes the promise that upstream does not fail: a failure ends the program.
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
  /// Takes the promise that upstream does not fail.
  public typealias AssertNoFailure<Upstream: Publisher> = MapError<Upstream, Never>
}
