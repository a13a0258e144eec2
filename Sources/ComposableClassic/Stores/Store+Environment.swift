public import Composable

extension Store {
  /// Makes a store of a state to begin with, a reducer of the earlier kind, and what it needs of the
  /// world.
  public convenience init<Environment>(
    initialState: State, reducer: AnyReducer<State, Action, Environment>,
    environment: Environment, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      initialState: initialState, reducer: { reducer.forStore { environment } },
      isolation: isolation)
  }

  /// Makes a store of a part of the state, with the actions of the whole.
  public func scope<ChildState>(
    state toChildState: @escaping (State) -> ChildState
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }

  /// A store that has the actions, and nothing to see.
  public var stateless: Store<Void, Action> { scope(state: { _ in }) }

  /// A store that has the state, and nothing to send.
  public var actionless: Store<State, Never> {
    scope(state: { $0 }, action: { (action: Never) -> Action in })
  }
}

extension ViewStore where ViewState: Equatable {
  /// Observes all of a store.
  public convenience init(_ store: Store<ViewState, ViewAction>) {
    self.init(store, observe: { $0 })
  }
}

extension ViewStore {
  /// Observes all of a store; what has not changed, `isDuplicate` says.
  public convenience init(
    _ store: Store<ViewState, ViewAction>,
    removeDuplicates isDuplicate: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.init(store, observe: { $0 }, removeDuplicates: isDuplicate)
  }
}
