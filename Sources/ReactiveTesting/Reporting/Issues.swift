import Platform

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The severity of an issue.
package enum IssueSeverity {
  /// The issue is shown, and the test passes.
  case warning
  /// The test fails.
  case error
}

/// Reports an issue to the running test, at a place in its source.
///
/// This is the only file that depends on the test libraries. A statically linked program has none
/// of them, and then this function writes to standard error.
package func reportIssue(
  _ message: String, severity: IssueSeverity = .error, at place: SourcePlace
) {
  #if canImport(Testing)
    // This also applies to a task that does not know its test, such as a detached one: then the
    // whole run fails.
    if Test.current != nil || TestProcess.isSwiftTesting {
      Issue.record(
        Comment(rawValue: message), severity: severity == .warning ? .warning : .error,
        sourceLocation: SourceLocation(place))
      return
    }
  #endif
  #if canImport(XCTest)
    if severity == .error, TestProcess.isXCTest {
      return XCTFail(message, file: place.filePath, line: UInt(place.line))
    }
  #endif
  StandardError.write("\(place): \(message)\n")
}

/// The test library that runs the tests of this process, if any.
private enum TestProcess {
  /// The package manager runs the tests of the two libraries in separate processes, and passes this
  /// argument.
  static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")

  /// The program is the bundle of tests or, on Apple's systems, a tool named after them.
  static let isXCTest =
    !isSwiftTesting && CommandLine.arguments.first.map { $0.hasSuffix("xctest") } == true
}

#if canImport(Testing)
  extension SourceLocation {
    fileprivate init(_ place: SourcePlace) {
      self.init(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: place.line,
        column: place.column)
    }
  }
#endif
