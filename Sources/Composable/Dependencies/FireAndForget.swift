/// Starts an asynchronous function without waiting for it: `await fireAndForget { … }`.
///
///     @Dependency(\.fireAndForget) var fireAndForget
///
/// In tests and previews it waits for the function. The function's errors are ignored.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  init(
    _ start:
      @escaping @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void
  ) {
    self.start = start
  }

  /// Starts an operation, and waits for it only in tests and previews.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority, operation)
  }
}

extension DependencyValues {
  /// Starts an asynchronous function without waiting for it.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget {
    FireAndForget { priority, operation in
      Task(priority: priority) { await ignoringErrors(operation) }
    }
  }

  static var testValue: FireAndForget {
    FireAndForget { _, operation in await ignoringErrors(operation) }
  }

  static var previewValue: FireAndForget { testValue }

  private static func ignoringErrors(_ operation: @Sendable () async throws -> Void) async {
    do {
      try await operation()
    } catch {
      // No caller waits for the function, so its error is ignored.
    }
  }
}
