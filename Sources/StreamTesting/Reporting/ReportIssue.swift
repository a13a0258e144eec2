#if canImport(Testing)
  import Testing
#endif

/// How much an issue matters.
enum IssueSeverity {
  /// It is shown, and the test passes.
  case warning
  /// The test fails.
  case error
}

/// Tells the test that is running what is wrong, at a place in its source.
///
/// Where no test library is at hand, as in a statically linked program, it is printed.
func reportIssue(_ message: String, severity: IssueSeverity, at place: SourcePlace) {
  #if canImport(Testing)
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message), severity: severity == .warning ? .warning : .error,
        sourceLocation: SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: place.line,
          column: place.column))
      return
    }
  #endif
  print("\(place): \(severity == .warning ? "warning" : "error"): \(message)")
}
