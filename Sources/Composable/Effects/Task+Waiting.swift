extension Task {
  /// The task's value. Cancelling the waiting task cancels this one as well.
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

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws `CancellationError`.
  public static func never() async throws -> Never {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    // The continuation lives as long as the wait. Without it the stream would end.
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    throw _Concurrency.CancellationError()
  }
}
