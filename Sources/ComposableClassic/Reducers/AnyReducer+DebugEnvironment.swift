public import Composable

extension AnyReducer {
  /// Prints each action, and the difference that it made to the state, with a part of the
  /// environment.
  public func debug(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment
  ) -> AnyReducer {
    debug(
      prefix, state: { $0 }, action: .self, actionFormat: actionFormat,
      environment: toDebugEnvironment)
  }

  /// Prints each action in a format, and the difference that it made to the state.
  public func debug(_ prefix: String = "", actionFormat: ActionFormat) -> AnyReducer {
    debug(prefix, actionFormat: actionFormat, environment: { _ in DebugEnvironment() })
  }

  /// Prints each action with a part of the environment.
  public func debugActions(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment
  ) -> AnyReducer {
    debug(
      prefix, state: { _ in }, action: .self, actionFormat: actionFormat,
      environment: toDebugEnvironment)
  }

  /// Prints each action in a format.
  public func debugActions(_ prefix: String = "", actionFormat: ActionFormat) -> AnyReducer {
    debugActions(prefix, actionFormat: actionFormat, environment: { _ in DebugEnvironment() })
  }

  /// Prints the actions of one case, and the difference that they made to a part of the state. A
  /// part that is `Void` is left out.
  public func debug<LocalState, LocalAction>(
    _ prefix: String = "", state toLocalState: @escaping @Sendable (State) -> LocalState,
    action toLocalAction: CasePath<Action, LocalAction>,
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = {
      _ in DebugEnvironment()
    }
  ) -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let made = make(environment)
      return made.with { state, action in
        guard let localAction = toLocalAction.extract(from: action) else {
          return made.run(&state, action)
        }
        let before = toLocalState(state)
        let effect = made.run(&state, action)
        // The printer is read for each action, like the environment.
        toDebugEnvironment(environment()).printer(
          debugText(prefix, localAction, actionFormat, before, toLocalState(state)))
        return effect
      }
    })
  }
}

private func debugText<Action, State>(
  _ prefix: String, _ action: Action, _ format: ActionFormat, _ before: State, _ after: State
) -> String {
  let headline = debugPrefix(prefix) + "received action:\n"
  let text =
    switch format {
    case .labelsOnly: "  " + CaseLabels.of(action)
    case .prettyPrint:
      Dump(action).lines().map { "  " + $0 }.joined(separator: "\n")
    }
  if State.self == Void.self { return headline + text + "\n" }
  return headline + text + "\n" + (Difference.text(before, after) ?? "  (no state changes)") + "\n"
}

/// Returns the names of an action's cases, without values: `AppAction.row(id:, action: .tapped)`.
private enum CaseLabels {
  static func of(_ action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    return TypeName.of(mirror.subjectType) + (mirror.displayStyle == .enum ? caseName(action) : "")
  }

  private static func caseName(_ value: Any) -> String {
    guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
      return ".\(value)"
    }
    let payload = Mirror(reflecting: child.value)
    let parts =
      payload.displayStyle == .tuple ? payload.children.map(part) : [part((nil, child.value))]
    return ".\(label)(\(parts.filter { !$0.isEmpty }.joined(separator: ", ")))"
  }

  private static func part(_ child: Mirror.Child) -> String {
    let isNamed = child.label.map { !$0.hasPrefix(".") } ?? false
    let isEnum = Mirror(reflecting: child.value).displayStyle == .enum
    return [isNamed ? "\(child.label ?? ""):" : "", isEnum ? caseName(child.value) : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
