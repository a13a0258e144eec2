import ReactiveTesting

/// Fails the test unless an operation changes a value in the same way as `changes`.
///
///     expectDifference(counter.count) {
///       counter.increment()
///     } changes: {
///       $0 = 1
///     }
public func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value, _ message: @autoclosure () -> String = "",
  operation: () throws -> Void = {}, changes update: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let before = try value()
    var expected = before
    try update(&expected)
    try operation()
    checkDifference(before, expected, try value(), message(), at: place)
  } catch {
    reportThrown(error, message(), at: place)
  }
}

/// Fails the test unless an asynchronous operation changes a value in the same way as `changes`.
public nonisolated(nonsending) func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value, _ message: @autoclosure () -> String = "",
  operation: nonisolated(nonsending) () async throws -> Void,
  changes update: (inout Value) throws -> Void, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) async {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let before = try value()
    var expected = before
    try update(&expected)
    try await operation()
    checkDifference(before, expected, try value(), message(), at: place)
  } catch {
    reportThrown(error, message(), at: place)
  }
}

private func checkDifference<Value: Equatable>(
  _ before: Value, _ expected: Value, _ after: Value, _ message: String, at place: SourcePlace
) {
  if before == expected {
    reportIssue(
      withNote(message, "'changes' changes nothing; use 'expectNoDifference' to state that"),
      severity: .error, at: place)
  } else if expected != after {
    reportIssue(
      withNote(
        message,
        "a value did not change as expected (− expected, + "
          + "actual):\n\n\(differenceText(expected, after))"),
      severity: .error, at: place)
  }
}
