import Composable
import ComposableClassic
public import StoreTesting

extension TestStore {
  /// Sends an action as a user would, and asserts how it changes the state.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> TestStoreTask {
    base.send(
      action, isolation: isolation, assert: update, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Sends an action as a user would, and asserts how it changes the state.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async -> TestStoreTask {
    await base.send(
      action, isolation: isolation, assert: update, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Fails the test for effects that have not ended, and for actions that were not received.
  public func finish(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    base.finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Waits until all effects have ended, and fails the test for actions that were not received.
  public func finish(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    await base.finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension TestStore where Action: Equatable {
  /// Receives the next action of an effect, which must have arrived and equal the expected one, and
  /// asserts how it changes the state.
  public func receive(
    _ expected: Action, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    base.receive(
      expected, isolation: isolation, assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Waits for the next action of an effect, which must equal the expected one, and asserts how it
  /// changes the state.
  public func receive(
    _ expected: Action, isolation: isolated (any Actor)? = #isolation,
    _ update: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) async {
    await base.receive(
      expected, isolation: isolation, assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
