import Composable
public import ComposableClassic
public import StoreTesting

/// A store for tests of reducers of the earlier kind. It fails the test for any event that the test
/// does not assert, like the later one of `StoreTesting`, which it is based on.
public final class TestStore<State, Action, Environment> {
  private let store: StoreTesting.TestStore<State, Action>
  private let box: EnvironmentBox<Environment>

  /// Creates a store from an initial state, a reducer, and its environment.
  public init(
    initialState: State, reducer: AnyReducer<State, Action, Environment>,
    environment: Environment, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) where State: Equatable {
    let box = EnvironmentBox(environment)
    self.box = box
    store = StoreTesting.TestStore(
      initialState: initialState, reducer: { reducer.forStore { box.environment } },
      fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// The environment of the reducer from now on.
  public var environment: Environment {
    get { box.environment }
    _modify { yield &box.environment }
  }

  /// The state as the test has seen it.
  public var state: State { store.state }

  /// How much the test must assert.
  public var exhaustivity: Exhaustivity {
    get { store.exhaustivity }
    set { store.exhaustivity = newValue }
  }

  /// The underlying store, for everything that is not repeated here.
  public var base: StoreTesting.TestStore<State, Action> { store }
}

private final class EnvironmentBox<Environment> {
  var environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }
}

extension TestStore {
  /// Returns a view of this store for tests of the part of a program that a view observes and
  /// sends. The test asserts how the part of the state changes, and receives the actions of the
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
