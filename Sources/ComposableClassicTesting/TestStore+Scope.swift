import ComposableClassic
public import StreamTesting

extension TestStore {
  /// A view onto this store for tests of what a part of a program sees and sends: the test states how the
  /// part of the state changes, and receives the actions of the whole.
  public func scope<LocalState: Equatable, LocalAction>(
    state toLocalState: @escaping (State) -> LocalState,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> ScopedTestStore<State, Action, LocalState, LocalAction> {
    base.scope(state: toLocalState, action: fromLocalAction)
  }

  /// A view onto this store with the actions of the whole.
  public func scope<LocalState: Equatable>(
    state toLocalState: @escaping (State) -> LocalState
  ) -> ScopedTestStore<State, Action, LocalState, Action> {
    base.scope(state: toLocalState)
  }
}
