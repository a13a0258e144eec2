public import Composable

// Timeouts as in listings that are older than Swift's 'Duration': a number of nanoseconds.

extension TestStore where Action: Equatable {
  /// Receives the next action of an effect, which must equal the expected one. Waits up to the
  /// timeout.
  public func receive(
    _ expected: Action, timeout nanoseconds: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receive(
      expected, timeout: .nanoseconds(nanoseconds), isolation: isolation, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension TestStore {
  /// Receives the next action of an effect, which must be in this case. Waits up to the timeout.
  public func receive<Value>(
    _ path: CasePath<Action, Value>, timeout nanoseconds: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receive(
      path, timeout: .nanoseconds(nanoseconds), isolation: isolation, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Waits until all effects have ended, up to the timeout.
  public func finish(
    timeout nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await finish(
      timeout: .nanoseconds(nanoseconds), isolation: isolation, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension TestStoreTask {
  /// Waits until the effects are over, up to the timeout.
  public func finish(
    timeout nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await finish(
      timeout: .nanoseconds(nanoseconds), isolation: isolation, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
