public import Composable

extension AnyReducer {
  /// Turns the reducer of a part into a reducer of the whole, given the part's state, actions and
  /// environment.
  ///
  ///     counterReducer.pullback(
  ///       state: \.counter, action: /AppAction.counter, environment: { $0.counter })
  ///
  /// The ids of its effects belong to that part alone: neither the whole nor another part can use
  /// them to cancel.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toAction: CasePath<GlobalAction, Action>,
    environment toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    AnyReducer<GlobalState, GlobalAction, GlobalEnvironment>(making: { environment in
      let child = self.make { toEnvironment(environment()) }
      return MadeReducer(
        run: { state, action in
          guard let childAction = toAction.extract(from: action) else { return .none }
          return child.run(&state[keyPath: toState], childAction)
            .ofChild(at: toState, embed: toAction.embed)
        },
        sweep: child.sweep.map { sweep in
          { sweep($0[keyPath: toState]).ofChild(at: toState, embed: toAction.embed) }
        })
    })
  }

  /// Turns the reducer into a reducer of an enum state with a case for its state. When the state
  /// changes to another case, its effects end. An action for it in another case changes nothing,
  /// and is reported.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toState: CasePath<GlobalState, State>, action toAction: CasePath<GlobalAction, Action>,
    environment toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    AnyReducer<GlobalState, GlobalAction, GlobalEnvironment>(making: { environment in
      let place = ChildPlace<GlobalState, GlobalAction, OnlyPlace, State, Action>(
        name: "'pullback' at \(fileID):\(line)",
        extract: { toAction.extract(from: $0).map { (OnlyPlace(), $0) } },
        embed: { toAction.embed($1) },
        read: { state, _ in toState.extract(from: state) },
        change: { state, _, change in toState.modify(&state, change) },
        key: "\(fileID):\(line) \(State.self)")
      return ChildReducer(self.make { toEnvironment(environment()) }, at: place).made
    })
  }

  /// Turns the reducer into a reducer of an optional state. When the state disappears, its effects
  /// end. An action for an absent state changes nothing, and is reported.
  public func optional(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<State?, Action, Environment> {
    AnyReducer<State?, Action, Environment>(making: { environment in
      let place = ChildPlace<State?, Action, OnlyPlace, State, Action>(
        name: "'optional' at \(fileID):\(line)",
        extract: { (OnlyPlace(), $0) },
        embed: { $1 },
        read: { state, _ in state },
        change: { state, _, change in
          guard var value = state.take() else { return }
          change(&value)
          state = value
        },
        key: \State?.self)
      return ChildReducer(self.make(environment), at: place).made
    })
  }
}
