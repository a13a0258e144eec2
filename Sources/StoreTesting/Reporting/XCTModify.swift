public import Composable
import ReactiveTesting

/// Changes the value in a case of an optional enum in place. Fails the test if the enum is in a
/// different case.
///
///     XCTModify(&$0.path[id: 0], case: /Path.State.detail) { $0.title = "Blob" }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTModify<Root, Value>(
  _ root: inout Root?, case path: CasePath<Root, Value>,
  _ message: @autoclosure () -> String = "", _ change: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) rethrows {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let present = root, var value = path.extract(from: present) else {
    return reportOtherCase(Value.self, instead: root, message(), at: place)
  }
  try change(&value)
  root = path.embed(value)
}

/// Changes the value in a case of an enum in place. Fails the test if the enum is in a different
/// case.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTModify<Root, Value>(
  _ root: inout Root, case path: CasePath<Root, Value>,
  _ message: @autoclosure () -> String = "", _ change: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) rethrows {
  var present: Root? = root
  try XCTModify(
    &present, case: path, message(), change, fileID: fileID, file: filePath, line: line,
    column: column)
  if let present { root = present }
}

/// Returns the value in a case of an enum. Fails the test, and throws, if the enum is in a
/// different case.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTUnwrap<Root, Value>(
  _ root: @autoclosure () throws -> Root?, case path: CasePath<Root, Value>,
  _ message: @autoclosure () -> String = "", fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) throws -> Value {
  let root = try root()
  if let value = root.flatMap(path.extract(from:)) { return value }
  reportOtherCase(
    Value.self, instead: root, message(),
    at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  throw OtherCaseError()
}

private struct OtherCaseError: Error, CustomStringConvertible {
  var description: String { "the value is another case, or nil" }
}

private func reportOtherCase(
  _ expected: Any.Type, instead root: (some Any)?, _ message: String, at place: SourcePlace
) {
  let found = root.map { "'\(Dump.line($0))'" } ?? "nil"
  let words = "found \(found), expected a case that holds \(TypeName.of(expected))"
  reportIssue(
    message.isEmpty ? words : "\(message)\n\n\(words)", severity: .error, at: place)
}
