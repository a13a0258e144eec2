// Names from before version 1.0. Code that uses them compiles, with a warning that names the
// replacement.

/// The type of an effect, under an earlier name.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

/// The protocol of reducers, under an earlier name.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// A reducer of the same state and actions as another, under an earlier name.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// The builder for the body of a reducer.
@available(*, deprecated, renamed: "ReducerBuilder")
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>

extension Effect {
  /// Runs an asynchronous function and sends nothing. Its errors are ignored.
  @available(*, deprecated, message: "use 'run' and ignore its 'send'")
  public static func fireAndForget(
    priority: TaskPriority? = nil,
    _ work: nonisolated(nonsending) @escaping () async throws -> Void
  ) -> Effect {
    .run(priority: priority, operation: { _ in try await work() }, catch: { _, _ in })
  }

  /// Runs the effect and drops its actions.
  @available(*, deprecated, message: "write an effect that sends nothing")
  public func fireAndForget<NewAction>(
    outputType: NewAction.Type = NewAction.self
  ) -> Effect<NewAction> {
    Effect<NewAction> { job, outlet in
      start(in: job, into: EffectOutlet(receive: { _ in }, finish: outlet.finish))
    }
  }

  /// Sends the action that an asynchronous function returns.
  @available(*, deprecated, message: "use 'run' and its 'send'")
  public static func task(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping () async throws -> sending Action,
    catch handler: (nonisolated(nonsending) (any Error) async -> sending Action)? = nil,
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
}
