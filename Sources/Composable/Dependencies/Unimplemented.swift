/// The error of a function that a test has not set.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  public let name: String
  public var description: String { "'\(name)' is not implemented" }
}

/// A function for test values that fails the test by its name, and throws.
///
///     static let testValue = NumberFactClient(fetch: unimplemented("NumberFactClient.fetch"))
public func unimplemented<each Argument, Result>(
  _ name: String
) -> @Sendable (repeat each Argument) async throws -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(name)
    throw UnimplementedError(name: name)
  }
}

/// A function for test values that fails the test by its name, and gives `placeholder`.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, placeholder: Result
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(name)
    return placeholder
  }
}

private func reportUnimplemented(_ name: String) {
  IssueReporter.report("'\(name)' was called, and the test has not set it")
}
