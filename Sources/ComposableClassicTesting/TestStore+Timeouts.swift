import Composable
import ComposableClassic
import StreamTesting

extension TestStore where Action: Equatable {
  /// Waits for the next action of an effect, which must be this one, and no longer than the timeout. In
  /// virtual time a timeout is not used.
  public func receive(
    _ expected: Action, timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    await base.receive(
      expected, timeout: timeout, isolation: isolation, assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Waits for the next action of an effect, which must be this one, and no longer than the timeout. In
  /// virtual time a timeout is not used.
  public func receive(
    _ expected: Action, timeout nanoseconds: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    await base.receive(
      expected, timeout: nanoseconds, isolation: isolation, assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

extension TestStore {
  /// Waits until all effects have ended, and no longer than the timeout. In virtual time a timeout is not
  /// used.
  public func finish(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await base.finish(
      timeout: timeout, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Waits until all effects have ended, and no longer than the timeout. In virtual time a timeout is not
  /// used.
  public func finish(
    timeout nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await base.finish(
      timeout: nanoseconds, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
