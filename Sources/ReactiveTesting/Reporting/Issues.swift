#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// How much an issue matters.
package enum IssueSeverity {
  /// It is shown, and the test passes.
  case warning
  /// The test fails.
  case error
}

/// Tells the test that is running what is wrong, at a place in its source.
///
/// The only file that knows the test libraries: a statically linked program has none of them, and
/// there this writes on standard error.
package func reportIssue(
  _ message: String, severity: IssueSeverity = .error, at place: SourcePlace
) {
  #if canImport(Testing)
    // Also of a task that does not know its test, such as a detached one: then the whole run fails.
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

/// Who runs the tests of this process, if any.
private enum TestProcess {
  /// The package manager runs the tests of the two libraries in processes of their own, and says so.
  static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")

  /// The program is the bundle of tests, or on Apple's systems a tool that has its name from them.
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
