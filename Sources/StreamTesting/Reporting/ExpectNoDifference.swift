import Composable

/// Fails the test if two values differ, and says how: as a tree of what only the first has, marked `−`,
/// and what only the second has, marked `+`.
/// A value that cannot be computed fails the test as well.
public func expectNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let note = message()
  let (one, other): (Value, Value)
  do {
    (one, other) = (try first(), try second())
  } catch {
    return reportIssue(
      "\(note.isEmpty ? "" : note + "\n\n")one of two values that are compared threw \(error)",
      severity: .error, at: place)
  }
  guard one != other else { return }
  let difference =
    Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
  reportIssue(
    "\(note.isEmpty ? "" : note + "\n\n")two values differ (− first, + second):\n\n\(difference)",
    severity: .error, at: place)
}

/// The earlier name of `expectNoDifference`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  expectNoDifference(
    try first(), try second(), message(), fileID: fileID, filePath: filePath, line: line, column: column)
}
