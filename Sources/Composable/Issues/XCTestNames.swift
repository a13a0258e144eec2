// Functions that let a feature and its test values fail a test without a test library. Where XCTest
// is imported, its own functions are chosen.

/// Fails the running test. In a program outside tests, it writes a line to standard error.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func XCTFail(
  _ message: String = "", file: StaticString = #fileID, line: UInt = #line
) {
  IssueReporter.report(message.isEmpty ? "a failure at \(file):\(line)" : message)
}

/// The earlier name of `unimplemented`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTUnimplemented<each Argument, Result>(
  _ name: String
) -> @Sendable (repeat each Argument) throws -> Result {
  unimplemented(name)
}

/// The earlier name of `unimplemented`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTUnimplemented<each Argument, Result: Sendable>(
  _ name: String, placeholder: Result
) -> @Sendable (repeat each Argument) -> Result {
  unimplemented(name, placeholder: placeholder)
}

/// The earlier name of `unimplemented`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func XCTUnimplemented<each Argument, Result>(
  _ name: String
) -> @Sendable (repeat each Argument) -> Result {
  unimplemented(name)
}
