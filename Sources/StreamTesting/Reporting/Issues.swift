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
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message), severity: severity == .warning ? .warning : .error,
        sourceLocation: SourceLocation(place))
      return
    }
  #endif
  #if canImport(XCTest)
    // Without a test that runs this does nothing, so the message is written as well.
    if severity == .error { XCTFail(message, file: place.filePath, line: UInt(place.line)) }
  #endif
  StandardError.write("\(place): \(message)\n")
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
