public import Composable

// Timeouts as listings write them, in nanoseconds. Nothing is waited for by the clock: the store knows
// when no effect is left that could send an action, and in virtual time nothing else moves the clock.
// So a timeout could only fail a test whose machine is slow, and it is taken and not used.

extension TestStore where Action: Equatable {
  /// Receives the next action of an effect, which must be this one. The timeout is not used.
  public func receive(
    _ expected: Action, timeout nanoseconds: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receive(
      expected, isolation: isolation, assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}

extension TestStore {
  /// Receives the next action of an effect, which must be of this case. The timeout is not used.
  public func receive<Value>(
    _ path: CasePath<Action, Value>, timeout nanoseconds: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await receive(
      path, isolation: isolation, assert: update, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Waits until all effects have ended. The timeout is not used.
  public func finish(
    timeout nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension TestStoreTask {
  /// Waits until the effects are over. The timeout is not used.
  public func finish(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Waits until the effects are over. The timeout is not used.
  public func finish(
    timeout nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
