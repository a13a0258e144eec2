import Composable
import ComposableClassic
import StoreTesting

extension TestStore where Action: Equatable {
  /// Waits for the next action of an effect, which must equal the expected one, up to a timeout.
  /// Virtual time ignores the timeout.
  public func receive(
    _ expected: Action, timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    await base.receive(
      expected, timeout: timeout, isolation: isolation, assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Waits for the next action of an effect, which must equal the expected one, up to a timeout in
  /// nanoseconds. Virtual time ignores the timeout.
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
  /// Waits until all effects have ended, up to a timeout. Virtual time ignores the timeout.
  public func finish(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await base.finish(
      timeout: timeout, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Waits until all effects have ended, up to a timeout in nanoseconds. Virtual time ignores the
  /// timeout.
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
