/// How a feature's state changes with each action, and the effects of each action.
///
/// A reducer either has a `body`, made of other reducers, or implements `reduce(into:action:)`. A
/// store calls it with one action after another, in the isolation of the store. The body is made
/// once per store. Values that it captures do not change after that.
public protocol Reducer<State, Action> {
  /// The state of the feature.
  associatedtype State
  /// The type of everything that can happen in the feature.
  associatedtype Action
  /// The type of the body; `Never` for a reducer without one.
  associatedtype Body

  /// Changes the state for an action, and returns the effect of the action.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one consists of, run in order.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Prepares the parts that are the same for all actions. A store calls this once. You do not need
  /// to implement it.
  func _prepared() -> PreparedReducer<State, Action>
}

/// A reducer with the same state and actions as another: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements `reduce(into:action:)` has no body.
  public var body: Never {
    preconditionFailure("the body of \(Self.self), which has none, was read")
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    PreparedReducer { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Makes the body again and runs it. A store does not call this, because it makes the body only
  /// once.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    body._prepared()
  }
}
