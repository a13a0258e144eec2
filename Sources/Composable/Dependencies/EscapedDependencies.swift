/// Runs a function that keeps the current dependencies for a closure that is called later, when
/// they are no longer in effect, such as the completion of a callback.
///
///     withEscapedDependencies { dependencies in
///       connection.onMessage { message in
///         dependencies.yield { handle(message) }
///       }
///     }
///
/// A task does not need this: it inherits the dependencies of the place where it is created.
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Runs an asynchronous function that keeps the current dependencies for later.
public nonisolated(nonsending) func withEscapedDependencies<Result>(
  _ operation: nonisolated(nonsending) (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies that are kept for later.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    init() {}

    /// Runs a function with the dependencies that were kept.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.$current.withValue(values) { try operation() }
    }

    /// Runs an asynchronous function with the dependencies that were kept.
    public nonisolated(nonsending) func yield<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$current.withValue(values) { try await operation() }
    }
  }
}
