import ComposableClassic
public import StreamTesting

extension TestStore {
  /// Returns a view of this store for tests of the part of a program that a view observes and
  /// sends: the test asserts how the part of the state changes, and receives the actions of the
  /// whole.
  public func scope<LocalState: Equatable, LocalAction>(
    state toLocalState: @escaping (State) -> LocalState,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> ScopedTestStore<State, Action, LocalState, LocalAction> {
    base.scope(state: toLocalState, action: fromLocalAction)
  }

  /// Returns a view of this store with the actions of the whole.
  public func scope<LocalState: Equatable>(
    state toLocalState: @escaping (State) -> LocalState
  ) -> ScopedTestStore<State, Action, LocalState, Action> {
    base.scope(state: toLocalState)
  }
}
