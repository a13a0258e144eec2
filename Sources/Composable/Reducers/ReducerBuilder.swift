/// Builds one reducer from those in a `body`, which run in order.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Builds a reducer from an expression.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Builds the reducer of an empty body.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Builds the reducer of a body with one reducer.
  @inlinable
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Builds the first reducer of a body.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Builds a reducer that runs another one after all previous ones.
  @inlinable
  public static func buildPartialBlock<First: Reducer, Next: Reducer>(
    accumulated: First, next: Next
  ) -> ReducerPair<First, Next>
  where
    First.State == State, First.Action == Action, Next.State == State, Next.Action == Action
  {
    ReducerPair(first: accumulated, next: next)
  }

  /// Builds the reducer of an `if`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// Builds the reducer of the first branch.
  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer>(
    first: First
  ) -> EitherReducer<First, Second>
  where
    First.State == State, First.Action == Action, Second.State == State, Second.Action == Action
  {
    .first(first)
  }

  /// Builds the reducer of the second branch.
  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer>(
    second: Second
  ) -> EitherReducer<First, Second>
  where
    First.State == State, First.Action == Action, Second.State == State, Second.Action == Action
  {
    .second(second)
  }

  /// Builds a reducer that runs the reducers of a loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers: reducers)
  }

  /// Builds the reducer of an `if #available`.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ reducer: R
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// Builds the reducer of the whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

/// One reducer followed by another.
public struct ReducerPair<First: Reducer, Next: Reducer>: Reducer
where First.State == Next.State, First.Action == Next.Action {
  @usableFromInline let first: First
  @usableFromInline let next: Next

  @inlinable
  init(first: First, next: Next) {
    self.first = first
    self.next = next
  }

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    first.reduce(into: &state, action: action).merge(
      with: next.reduce(into: &state, action: action))
  }

  @inlinable
  public func _prepared() -> PreparedReducer<First.State, First.Action> {
    PreparedReducer(parts: first._prepared().parts + next._prepared().parts)
  }
}

/// One of two reducers.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  /// The reducer of the first branch.
  case first(First)
  /// The reducer of the second branch.
  case second(Second)

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  @inlinable
  public func _prepared() -> PreparedReducer<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._prepared()
    case .second(let reducer): reducer._prepared()
    }
  }
}

/// Any number of reducers of one type.
public struct ReducerList<Element: Reducer>: Reducer {
  @usableFromInline let reducers: [Element]

  @inlinable
  init(reducers: [Element]) {
    self.reducers = reducers
  }

  @inlinable
  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    _prepared().run(&state, action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<Element.State, Element.Action> {
    PreparedReducer(parts: reducers.flatMap { $0._prepared().parts })
  }
}

extension Optional: Reducer where Wrapped: Reducer {
  /// Does nothing when there is no reducer.
  @inlinable
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable
  public func _prepared() -> PreparedReducer<Wrapped.State, Wrapped.Action> {
    self?._prepared() ?? PreparedReducer { _, _ in .none }
  }
}
