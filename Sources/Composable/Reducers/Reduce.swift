/// A reducer made from a function.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let prepared: PreparedReducer<State, Action>

  /// Creates a reducer from a closure.
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
  /// Creates a reducer that does nothing.
  @inlinable
  public init() {}

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    PreparedReducer { _, _ in .none }
  }
}

/// Several reducers in sequence, as one reducer, so that an operator can be applied to all of them.
///
///     var body: some ReducerOf<Self> {
///       CombineReducers {
///         Reduce { state, action in … }
///         Logging()
///       }
///       .ifLet(\.sheet, action: /Action.sheet) { Sheet() }
///     }
///
/// State and action are parameters of the type, so that the compiler infers them from the context
/// or, if that is not possible, from its reducers.
public struct CombineReducers<State, Action, Reducers: Reducer>: Reducer
where Reducers.State == State, Reducers.Action == Action {
  @usableFromInline let reducers: Reducers

  /// Creates a reducer that runs all of these, in order.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<State, Action> {
    reducers._prepared()
  }
}
