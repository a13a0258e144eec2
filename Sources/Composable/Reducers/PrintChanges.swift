extension Reducer {
  /// Prints each action, and the difference that it made to the state.
  ///
  ///     received action:
  ///       Counter.Action.incrementButtonTapped
  ///       Counter.State(
  ///     −   count: 0,
  ///     +   count: 1,
  ///         … (2 unchanged)
  ///       )
  ///
  /// Use it while you work on a feature: comparing whole states takes time in proportion to their
  /// size. If the printer is nil, the reducer is unchanged.
  public func _printChanges(
    _ printer: ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    PrintReducer(base: self, printer: printer)
  }
}

/// How `_printChanges` prints an action and the states before and after it.
public struct ReducerPrinter<State, Action> {
  let printChange: (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer from a closure that receives an action and the states before and after it.
  public init(
    printChange: @escaping (_ action: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.printChange = printChange
  }

  /// Prints the action and the change of the state to standard output.
  public static var customDump: ReducerPrinter { customDump { print($0) } }

  /// Passes the text of the action and of the change to a function.
  public static func customDump(_ write: @escaping (String) -> Void) -> ReducerPrinter {
    ReducerPrinter { action, oldState, newState in
      let change = Difference.text(oldState, newState) ?? "  (no state changes)"
      write(
        "received action:\n" + indented(Dump(action).text) + "\n" + change + "\n")
    }
  }

  /// Prints only the actions, each on a line.
  public static var actionLabels: ReducerPrinter {
    ReducerPrinter { action, _, _ in print("received action: \(Dump.line(action))") }
  }
}

/// Returns a string indented by two spaces.
func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    .joined(separator: "\n")
}

private struct PrintReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: ReducerPrinter<Base.State, Base.Action>?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Base.State, Base.Action> {
    let prepared = base._prepared()
    guard let printer else { return prepared }
    return PreparedReducer { state, action in
      let oldState = state
      let effect = prepared.run(&state, action)
      printer.printChange(action, oldState, state)
      return effect
    }
  }
}
