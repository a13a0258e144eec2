extension Reducer {
  /// Prints each action, and the tree of what it changed in the state.
  ///
  ///     received action:
  ///       Counter.Action.incrementButtonTapped
  ///       Counter.State(
  ///     −   count: 0,
  ///     +   count: 1,
  ///         … (2 unchanged)
  ///       )
  ///
  /// For while one works on a feature: to compare whole states takes time with their size. A printer
  /// of nil leaves the reducer as it is.
  public func _printChanges(
    _ printer: ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    PrintReducer(base: self, printer: printer)
  }
}

/// What `_printChanges` does with an action and the states around it.
public struct ReducerPrinter<State, Action> {
  let printChange: (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer from a closure that is called with an action and the states around it.
  public init(
    printChange: @escaping (_ action: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.printChange = printChange
  }

  /// Prints the action and what changed on standard output.
  public static var customDump: ReducerPrinter { customDump { print($0) } }

  /// Hands the text of the action and of what changed to a function.
  public static func customDump(_ write: @escaping (String) -> Void) -> ReducerPrinter {
    ReducerPrinter { action, oldState, newState in
      let change = Difference.text(oldState, newState) ?? "  (no state changes)"
      write(
        "received action:\n" + indented(Dump(action).text) + "\n" + change + "\n")
    }
  }

  /// Prints the actions alone, each on a line.
  public static var actionLabels: ReducerPrinter {
    ReducerPrinter { action, _, _ in print("received action: \(Dump.line(action))") }
  }
}

/// A text two spaces further in.
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
