public import Composable

extension Store {
  /// Creates a store from an initial state, a reducer of the earlier kind, and its environment.
  public convenience init<Environment>(
    initialState: State, reducer: AnyReducer<State, Action, Environment>,
    environment: Environment, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      initialState: initialState, reducer: { reducer.forStore { environment } },
      isolation: isolation)
  }

  /// Returns a store of a part of the state, with the actions of the whole.
  public func scope<ChildState>(
    state toChildState: @escaping (State) -> ChildState
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }

  /// A store with the actions and without a state.
  public var stateless: Store<Void, Action> { scope(state: { _ in }) }

  /// A store with the state and without actions.
  public var actionless: Store<State, Never> {
    scope(state: { $0 }, action: { (action: Never) -> Action in })
  }
}

extension ViewStore where ViewState: Equatable {
  /// Creates a view store that observes the whole state.
  public convenience init(_ store: Store<ViewState, ViewAction>) {
    self.init(store, observe: { $0 })
  }
}

extension ViewStore {
  /// Creates a view store that observes the whole state. `isDuplicate` returns whether a state is
  /// unchanged.
  public convenience init(
    _ store: Store<ViewState, ViewAction>,
    removeDuplicates isDuplicate: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.init(store, observe: { $0 }, removeDuplicates: isDuplicate)
  }
}
