extension Task {
  /// The task's value; a cancel of the task that waits cancels this one, too.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
