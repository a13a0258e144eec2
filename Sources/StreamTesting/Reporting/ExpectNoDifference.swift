import Composable

/// Fails the test if two values differ, and says how: as a tree of what only the first has, marked `−`,
/// and what only the second has, marked `+`.
public func expectNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) rethrows {
  let (first, second) = (try first(), try second())
  guard first != second else { return }
  let note = message()
  let difference =
    Difference.text(first, second) ?? "  (both print alike: \(Dump.line(first)))"
  reportIssue(
    "\(note.isEmpty ? "" : note + "\n\n")two values differ (− first, + second):\n\n\(difference)",
    severity: .error,
    at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// The earlier name of `expectNoDifference`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) rethrows {
  try expectNoDifference(
    first(), second(), message(), fileID: fileID, filePath: filePath, line: line, column: column)
}
