import Composable
public import Dispatch

/// What `debug` writes by.
public struct DebugEnvironment: Sendable {
  public var printer: @Sendable (String) -> Void
  /// Of no matter: a line is written where the store is, so that lines are in the order of actions.
  public var queue: DispatchQueue

  public init(
    printer: @escaping @Sendable (String) -> Void = { print($0) },
    queue: DispatchQueue = DispatchQueue(label: "debugging of a reducer")
  ) {
    self.printer = printer
    self.queue = queue
  }
}

extension AnyReducer {
  /// Prints each action, and what it changed, by a part of the environment.
  public func debug(
    _ prefix: String = "",
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment
  ) -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let made = make(environment)
      // The printer is asked for with each action, as the environment is.
      let printer = ReducerPrinter<State, Action>.customDump { text in
        toDebugEnvironment(environment()).printer((prefix.isEmpty ? "" : "[\(prefix)] ") + text)
      }
      return made.with(Reduce(made.run)._printChanges(printer)._prepared().run)
    })
  }
}
