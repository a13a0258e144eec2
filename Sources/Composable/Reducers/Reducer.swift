/// How a feature's state changes with each action, and what each action sets off.
///
/// A reducer either has a `body`, made of other reducers, or says itself what an action does in
/// `reduce(into:action:)`. It is called by a store, one action after the other, in the isolation of
/// the store. The body is made once a store; what it captures is fixed then.
public protocol Reducer<State, Action> {
  /// The state of the feature.
  associatedtype State
  /// Everything that can happen in the feature.
  associatedtype Action
  /// The type of the body; `Never` for a reducer without one.
  associatedtype Body

  /// Changes the state as the action demands, and gives back what else is to be done.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, run in their order.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Makes ready what is the same for all actions. A store calls this once; there is no need to
  /// write it.
  func _prepared() -> PreparedReducer<State, Action>
}

/// A reducer of the same state and actions as another: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that says itself what an action does has no body.
  public var body: Never {
    preconditionFailure("the body of \(Self.self), which has none, was read")
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    PreparedReducer { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Makes the body anew and runs it. A store does not come here: it makes the body once.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    body._prepared()
  }
}
