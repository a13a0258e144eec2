/// Sends the actions of a `.run` effect.
///
/// It can be passed to any task. An action that is sent after the effect is over or cancelled is
/// dropped.
public struct Send<Action>: Sendable {
  let mailbox: Mailbox
  let run: Int

  /// Leaves an action for the store, and returns. The store receives actions in the order in which
  /// they were sent; it may not have received this one yet when the call returns.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    mailbox.leave(action, of: run)
  }
}

extension Effect {
  /// Runs an asynchronous function in a task of its own, outside the store's isolation.
  ///
  ///     return .run { [count = state.count] send in
  ///       await send(.factResponse(TaskResult { try await numberFact(count) }))
  ///     }
  ///
  /// It finishes when the function returns. A cancel cancels the task, and actions sent after that
  /// do not reach the reducer. An error is passed to `catch`; without one it is reported as a
  /// programming error, except for `CancellationError`, which ends the effect silently.
  ///
  /// The function may hold a client that is not `Sendable`, as reducers do. It runs concurrently
  /// with the store nonetheless, so the values it captures must be plain values, or safe to use
  /// from anywhere.
  public static func run(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping (Send<Action>) async throws -> Void,
    catch handler: (nonisolated(nonsending) (any Error, Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    let values = DependencyValues.current
    let function = RunFunction(
      priority: priority, operation: operation, handler: handler, place: "\(fileID):\(line)")
    return Effect { job, outlet in
      job.host.startRun(in: job, into: outlet) { send, spawn in
        // A new task inherits the values of the place where it is created.
        DependencyValues.$current.withValue(values) { function.start(send, spawn) }
      }
    }
  }
}

/// The function of a `.run` effect.
private struct RunFunction<Action> {
  let priority: TaskPriority?
  let operation: nonisolated(nonsending) (Send<Action>) async throws -> Void
  let handler: (nonisolated(nonsending) (any Error, Send<Action>) async -> Void)?
  let place: String

  func start(_ send: Send<Action>, _ spawn: TaskSpawner) -> Task<Void, Never> {
    spawn(priority) {
      await run(send)
      send.mailbox.leaveEnd(of: send.run)
    }
  }

  private nonisolated(nonsending) func run(_ send: Send<Action>) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      return
    } catch {
      guard let handler else {
        // An error of a cancelled function, such as that of an aborted request, is expected.
        if Task.isCancelled { return }
        IssueReporter.report(
          """
          the effect '.run' at \(place) threw \(error), and has no 'catch'; handle the error there, \
          or send it as a 'TaskResult'
          """)
        return
      }
      await handler(error, send)
    }
  }
}

/// The `.run` effect to which a task belongs.
struct RunOrigin: Sendable {
  @TaskLocal static var current: RunOrigin?

  let mailbox: Mailbox
  let run: Int
  let cancellations: TaskCancellations
}

/// A message in the mailbox with which an effect cancels effects of its feature.
struct CancelRequest: Sendable {
  let id: CancelID
}

/// A message in the mailbox with which an effect dismisses its feature.
struct DismissRequest: Sendable {}
