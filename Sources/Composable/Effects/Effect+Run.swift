/// Sends the actions of a `.run` effect.
///
/// It can be passed to any task. An action that is sent after the effect is over or has been
/// cancelled is dropped.
public struct Send<Action>: Sendable {
  let mailbox: Mailbox
  let run: Int

  /// Leaves an action for the store, and returns. The store receives actions in the order in which
  /// they were sent. When the call returns, it may not have received this one yet.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    mailbox.leave(action, of: run)
  }
}

extension Effect {
  /// Runs an asynchronous function in a separate task, outside the store's isolation.
  ///
  ///     return .run { [count = state.count] send in
  ///       await send(.factResponse(TaskResult { try await numberFact(count) }))
  ///     }
  ///
  /// It completes when the function returns. A cancel cancels the task, and actions sent after that
  /// do not reach the reducer. An error is passed to `catch`. Without `catch`, it is reported as a
  /// programming error, except for `CancellationError`, which ends the effect silently.
  ///
  /// The function may capture a client that is not `Sendable`, as reducers do. However, it runs
  /// concurrently with the store, so the values it captures must be plain values or safe to use
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
        // An error of a cancelled function is expected, such as that of an aborted request.
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

/// The `.run` effect that a task belongs to.
struct RunOrigin: Sendable {
  @TaskLocal static var current: RunOrigin?

  let mailbox: Mailbox
  let run: Int
  let cancellations: TaskCancellations
}

/// A message in the mailbox that an effect uses to cancel effects of its feature.
struct CancelRequest: Sendable {
  let id: CancelID
}

/// A message in the mailbox that an effect uses to dismiss its feature.
struct DismissRequest: Sendable {}
