import Composable
import ReactiveTesting

/// Fails the test if two values differ, and reports the difference as a tree. Parts that only the
/// first value has are marked `−`, and parts that only the second has are marked `+`. A value that
/// cannot be computed fails the test as well.
public func expectNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let (one, other) = (try first(), try second())
    guard one != other else { return }
    reportIssue(
      withNote(
        message(),
        "two values differ (− first, + second):\n\n\(differenceText(one, other))"),
      severity: .error, at: place)
  } catch {
    reportThrown(error, message(), at: place)
  }
}

/// The earlier name of `expectNoDifference`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectNoDifference(
    try first(), try second(), message(), fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Returns the difference between two values that are not equal.
func differenceText(_ one: Any, _ other: Any) -> String {
  Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
}

/// Prepends the test's own message to a report.
package func withNote(_ note: String, _ text: String) -> String {
  note.isEmpty ? text : "\(note)\n\n\(text)"
}

func reportThrown(_ error: any Error, _ note: String, at place: SourcePlace) {
  reportIssue(
    withNote(note, "a value that is compared could not be computed: \(error)"), severity: .error,
    at: place)
}
