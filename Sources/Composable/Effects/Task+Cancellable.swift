extension Task {
  /// The task's value; cancelling the waiting task cancels this one as well.
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
