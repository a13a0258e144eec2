/// Makes one reducer of those in a `body`, run in their order.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  public static func buildPartialBlock<First: Reducer, Next: Reducer>(
    accumulated: First, next: Next
  ) -> ReducerPair<First, Next>
  where
    First.State == State, First.Action == Action, Next.State == State, Next.Action == Action
  {
    ReducerPair(first: accumulated, next: next)
  }

  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  public static func buildEither<First: Reducer, Second: Reducer>(
    first: First
  ) -> EitherReducer<First, Second>
  where
    First.State == State, First.Action == Action, Second.State == State, Second.Action == Action
  {
    .first(first)
  }

  public static func buildEither<First: Reducer, Second: Reducer>(
    second: Second
  ) -> EitherReducer<First, Second>
  where
    First.State == State, First.Action == Action, Second.State == State, Second.Action == Action
  {
    .second(second)
  }

  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers: reducers)
  }

  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ reducer: R
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

/// One reducer and then another.
public struct ReducerPair<First: Reducer, Next: Reducer>: Reducer
where First.State == Next.State, First.Action == Next.Action {
  let first: First
  let next: Next

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    first.reduce(into: &state, action: action).merge(
      with: next.reduce(into: &state, action: action))
  }

  public func _prepared() -> PreparedReducer<First.State, First.Action> {
    let (first, next) = (first._prepared().run, next._prepared().run)
    return PreparedReducer { state, action in
      let effect = first(&state, action)
      return effect.merge(with: next(&state, action))
    }
  }
}

/// One of two reducers.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  case first(First)
  case second(Second)

  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  public func _prepared() -> PreparedReducer<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._prepared()
    case .second(let reducer): reducer._prepared()
    }
  }
}

/// Any number of reducers of one kind.
public struct ReducerList<Element: Reducer>: Reducer {
  let reducers: [Element]

  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    _prepared().run(&state, action)
  }

  public func _prepared() -> PreparedReducer<Element.State, Element.Action> {
    let runs = reducers.map { $0._prepared().run }
    return PreparedReducer { state, action in
      var effects: [Effect<Element.Action>] = []
      for run in runs {
        let effect = run(&state, action)
        if !effect.isNone { effects.append(effect) }
      }
      return .merge(effects)
    }
  }
}

extension Optional: Reducer where Wrapped: Reducer {
  /// Does nothing when there is no reducer.
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  public func _prepared() -> PreparedReducer<Wrapped.State, Wrapped.Action> {
    self?._prepared() ?? PreparedReducer { _, _ in .none }
  }
}
