public import Composable
public import Reactive

extension Effect {
  /// Runs a function when the effect starts, and emits nothing.
  public static func fireAndForget(_ work: @escaping () throws -> Void) -> Effect {
    Effect(
      .publisher {
        // No caller waits for the outcome, so errors are ignored.
        _ = Result { try work() }
        return Empty<Result<Output, Failure>, Never>()
      })
  }

  /// Runs an asynchronous function when the effect starts, and emits nothing.
  public static func fireAndForget(
    priority: TaskPriority? = nil,
    _ work: nonisolated(nonsending) @escaping () async throws -> Void
  ) -> Effect {
    Effect(
      .run(priority: priority) { _ in
        try await work()
      } catch: { _, _ in
      })
  }

  /// Emits the result of a function that is called when the effect starts.
  public static func result(_ attempt: @escaping () -> Result<Output, Failure>) -> Effect {
    Effect(.publisher { Just(attempt()) })
  }

  /// Emits the result that a function passes to a callback, once. The callback must be called in
  /// the isolation of the store, now or later. Use `task` for results from elsewhere.
  public static func future(
    _ attempt: @escaping (@escaping (Result<Output, Failure>) -> Void) -> Void
  ) -> Effect {
    Effect(
      .calling { receive, finish in
        attempt { result in
          receive(result)
          finish()
        }
        return {}
      })
  }

  /// Emits the values that a function sends to a subscriber, until it sends a completion. The
  /// returned cancellable is cancelled with the effect.
  public static func run(_ work: @escaping (Subscriber) -> any Cancellable) -> Effect {
    Effect(
      .calling { receive, finish in
        let handle = work(Subscriber(receive: receive, finish: finish))
        return { handle.cancel() }
      })
  }

  /// An effect for tests in which it must not be started. Starting it fails the test. It emits
  /// nothing.
  public static func failing(_ name: String) -> Effect {
    Effect(
      .calling { _, finish in
        IssueReporter.report("the effect '\(name)' was started, and the test has none for it")
        finish()
        return {}
      })
  }

  /// The later name of `failing`.
  public static func unimplemented(_ name: String) -> Effect { failing(name) }

  /// The receiver of the values that the function of `run` sends, in the isolation of the store.
  public struct Subscriber {
    let receive: (Result<Output, Failure>) -> Void
    let finish: () -> Void

    /// Sends a value.
    public func send(_ value: Output) {
      receive(.success(value))
    }

    /// Ends the effect. Later values are dropped.
    public func send(completion: Subscribers.Completion<Failure>) {
      if case .failure(let failure) = completion { receive(.failure(failure)) }
      finish()
    }
  }
}

extension Effect where Failure == Never {
  /// Emits the value that an asynchronous function returns, or that `catch` makes from an error.
  /// Without `catch` an error is reported as a programming error, except for `CancellationError`.
  public static func task(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping () async throws -> sending Output,
    catch handler: (nonisolated(nonsending) (any Error) async -> sending Output)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    guard let handler else {
      return .run(
        priority: priority, operation: { send in await send(try await operation()) },
        fileID: fileID, line: line)
    }
    return .run(
      priority: priority, operation: { send in await send(try await operation()) },
      catch: { error, send in await send(await handler(error)) }, fileID: fileID, line: line)
  }

  /// Runs an asynchronous function, which may send any number of actions.
  public static func run(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping (Send<Output>) async throws -> Void,
    catch handler: (nonisolated(nonsending) (any Error, Send<Output>) async -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    Effect(
      forStore: .run(
        priority: priority, operation: operation, catch: handler, fileID: fileID, line: line))
  }
}

extension Effect where Failure == any Error {
  /// Emits the value that an asynchronous function returns, or fails with the error that it throws.
  public static func task(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping () async throws -> sending Output
  ) -> Effect {
    Effect(
      .run(priority: priority) { send in
        await send(.success(try await operation()))
      } catch: { error, send in
        await send(.failure(error))
      })
  }
}
