import Reactive

/// A store as a view uses it: the part of the state that the view observes, and the actions that it
/// sends.
///
///     let viewStore = ViewStore(store, observe: { $0 })
///     viewStore.count
///     viewStore.send(.incrementButtonTapped)
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  private let store: Store<ViewState, ViewAction>
  private let isDuplicate: (ViewState, ViewState) -> Bool

  /// Creates a view store that observes a part of the state and sends the store's own actions.
  public convenience init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (State) -> ViewState,
    removeDuplicates isDuplicate: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.init(store, observe: toViewState, send: { $0 }, removeDuplicates: isDuplicate)
  }

  /// Creates a view store that observes a part of the state and sends the view's own actions.
  public init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: @escaping (State) -> ViewState,
    send fromViewAction: @escaping (ViewAction) -> Action,
    removeDuplicates isDuplicate: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.store = store.scope(state: toViewState, action: fromViewAction)
    self.isDuplicate = isDuplicate
  }

  /// The current observed state.
  public var state: ViewState { store.withState { $0 } }

  /// A property of the current observed state.
  public subscript<Value>(dynamicMember path: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: path]
  }

  /// Emits the current observed state, and its value whenever it has changed.
  public var publisher: StorePublisher<ViewState> {
    StorePublisher(
      store.publisher.removeDuplicates(by: isDuplicate).eraseToAnyPublisher())
  }

  /// Sends an action, like `Store.send`.
  @discardableResult
  public func send(
    _ action: ViewAction, isolation: isolated (any Actor)? = #isolation
  ) -> StoreTask {
    store.send(action, isolation: isolation)
  }

  /// Sends an action, and waits as long as a condition is true, for a view that shows a progress
  /// indicator. The call ends when the waiting task is cancelled, which also cancels the effects.
  public func send(
    _ action: ViewAction, while isInFlight: @escaping (ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let task = store.send(action, isolation: isolation)
    while isInFlight(store.state(isolation: isolation)) {
      if Task.isCancelled { return task.cancel() }
      await store.runtime.waitForChange()
    }
  }

  /// Waits as long as a condition is true, or until the waiting task is cancelled.
  public func yield(
    while condition: @escaping (ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    while condition(store.state(isolation: isolation)), !Task.isCancelled {
      await store.runtime.waitForChange()
    }
  }
}

extension ViewStore where ViewState: Equatable {
  /// Creates a view store that observes a part of the state and sends the store's own actions.
  public convenience init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (State) -> ViewState
  ) {
    self.init(store, observe: toViewState, removeDuplicates: ==)
  }

  /// Creates a view store that observes a part of the state and sends the view's own actions.
  public convenience init<State, Action>(
    _ store: Store<State, Action>, observe toViewState: @escaping (State) -> ViewState,
    send fromViewAction: @escaping (ViewAction) -> Action
  ) {
    self.init(store, observe: toViewState, send: fromViewAction, removeDuplicates: ==)
  }
}

/// A view store that observes the whole state of a feature.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>
