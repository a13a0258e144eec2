public import Composable
public import Reactive

extension Effect {
  /// Does something when it is started, and gives nothing.
  public static func fireAndForget(_ work: @escaping () throws -> Void) -> Effect {
    Effect(
      .publisher {
        // Nobody waits for what becomes of it, so nobody is told of an error.
        _ = Result { try work() }
        return Empty<Result<Output, Failure>, Never>()
      })
  }

  /// Does something asynchronous when it is started, and gives nothing.
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

  /// Gives the result of a function that is called when it is started.
  public static func result(_ attempt: @escaping () -> Result<Output, Failure>) -> Effect {
    Effect(.publisher { Just(attempt()) })
  }

  /// Gives what a function hands to a callback, once. The callback is to be called where the store
  /// lives, now or later; what comes from elsewhere is for `task`.
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

  /// Gives what a function sends to a subscriber, until it says that it has finished. What comes back
  /// of it is cancelled with the effect.
  public static func run(_ work: @escaping (Subscriber) -> any Cancellable) -> Effect {
    Effect(
      .calling { receive, finish in
        let handle = work(Subscriber(receive: receive, finish: finish))
        return { handle.cancel() }
      })
  }

  /// An effect for tests in which it must not be started: that it is, fails the test. It gives nothing.
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

  /// What the function of `run` sends to, where the store lives.
  public struct Subscriber {
    let receive: (Result<Output, Failure>) -> Void
    let finish: () -> Void

    /// Gives a value.
    public func send(_ value: Output) {
      receive(.success(value))
    }

    /// Ends the effect. What is sent behind that goes nowhere.
    public func send(completion: Subscribers.Completion<Failure>) {
      if case .failure(let failure) = completion { receive(.failure(failure)) }
      finish()
    }
  }
}

extension Effect where Failure == Never {
  /// Emits the value that an asynchronous function returns, or that `catch` makes of an error. Without
  /// `catch` an error is reported as a mistake in the program, but for `CancellationError`.
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
  /// Gives what an asynchronous function returns, or fails with what it throws.
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
