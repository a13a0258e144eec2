import Composable

extension AnyReducer {
  /// Prints each action, and the difference that it made to the state, like `_printChanges`, with a
  /// prefix: `app: received action:`.
  public func debug(
    _ prefix: String = "", printer: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> AnyReducer {
    printing(.customDump { printer(debugPrefix(prefix) + $0) })
  }

  /// Prints each action.
  public func debugActions(
    _ prefix: String = "", printer: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> AnyReducer {
    printing(
      ReducerPrinter { action, _, _ in
        printer("\(debugPrefix(prefix))received action: \(Dump.line(action))")
      })
  }

  /// Measures the duration of each action for a trace viewer, with a Chrome trace event for each.
  ///
  /// Events go to the file named by the environment variable `COMPOSABLE_TRACE`. Without it nothing
  /// is measured. It replaces signposts, for which Linux has no instrument.
  public func signpost(_ prefix: String = "") -> AnyReducer {
    guard let file = TraceFile.shared else { return self }
    return signpost(prefix) { file.write($0) }
  }

  /// Measures the duration of each action, and passes each trace event to a function.
  public func signpost(
    _ prefix: String = "", write: @escaping @Sendable (String) -> Void
  ) -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let made = make(environment)
      return made.with { state, action in
        let start = ContinuousClock.now
        let effect = made.run(&state, action)
        write(
          TraceFile.event(
            (prefix.isEmpty ? "" : "[\(prefix)] ") + Dump.line(action), from: start,
            to: ContinuousClock.now))
        return effect
      }
    })
  }
}

extension AnyReducer {
  private func printing(
    _ printer: @escaping @autoclosure @Sendable () -> ReducerPrinter<State, Action>
  ) -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let made = make(environment)
      return made.with(Reduce(made.run)._printChanges(printer())._prepared().run)
    })
  }
}

/// Returns the beginning of the text that a reducer prints for debugging.
func debugPrefix(_ prefix: String) -> String {
  prefix.isEmpty ? "" : "\(prefix): "
}
