public import Composable

extension TestStore {
  /// Has the test state so much while a function runs, and then as much as before.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Has the test state so much while an asynchronous function runs, and then as much as before.
  @discardableResult
  public nonisolated(nonsending) func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Changes what the reducer and its effects get while a function runs.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let before = dependencies
    defer { dependencies = before }
    try update(&dependencies)
    return try operation()
  }

  /// Changes what the reducer and its effects get while an asynchronous function runs.
  @discardableResult
  public nonisolated(nonsending) func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let before = dependencies
    defer { dependencies = before }
    try update(&dependencies)
    return try await operation()
  }
}
