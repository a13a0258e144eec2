/// A reducer made of a function.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let prepared: PreparedReducer<State, Action>

  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    prepared = PreparedReducer(run: reduce)
  }

  /// Hides the type of another reducer.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    prepared = reducer._prepared()
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    prepared.run(&state, action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> { prepared }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  @inlinable
  public init() {}

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    PreparedReducer { _, _ in .none }
  }
}

/// Reducers in their order as one, so that something can be applied to all of them.
public struct CombineReducers<Reducers: Reducer>: Reducer {
  @usableFromInline let reducers: Reducers

  @inlinable
  public init<State, Action>(
    @ReducerBuilder<State, Action> _ build: () -> Reducers
  ) where Reducers.State == State, Reducers.Action == Action {
    reducers = build()
  }

  @inlinable
  public func reduce(
    into state: inout Reducers.State, action: Reducers.Action
  ) -> Effect<Reducers.Action> {
    reducers.reduce(into: &state, action: action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<Reducers.State, Reducers.Action> {
    reducers._prepared()
  }
}
