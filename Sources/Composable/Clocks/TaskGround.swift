/// Where the tasks run that wait for a test's clock: the clock lets them come to rest before it moves.
package protocol TaskGround: AnyObject, Sendable {
  /// Waits until no task goes on by itself any more.
  func settle(isolation: isolated (any Actor)?) async
}

/// The work that a test clock does between two of its steps.
enum TaskTurns {
  /// Lets the tasks that use the clock run until they wait.
  static func settle(
    _ ground: (any TaskGround)?, isolation: isolated (any Actor)? = #isolation
  ) async {
    if let ground { return await ground.settle(isolation: isolation) }
    // When tasks on the shared threads have come to rest cannot be known. They go first, again and
    // again, because this waits for a task that comes after all others.
    for _ in 0..<20 {
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
