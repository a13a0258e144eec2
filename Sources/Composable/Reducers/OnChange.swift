extension Reducer {
  /// Runs another reducer after each action that has changed a value.
  ///
  ///     .onChange(of: \.isEnabled) { oldValue, newValue in
  ///       Reduce { state, action in … }
  ///     }
  public func onChange<Value: Equatable, Changed: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Changed
  ) -> some Reducer<State, Action> {
    OnChangeReducer(base: self, toValue: toValue, removesDuplicates: ==, reducer: reducer)
  }

  /// Runs another reducer after each action that has changed a value, as compared by a closure.
  public func onChange<Value, Changed: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Changed
  ) -> some Reducer<State, Action> {
    OnChangeReducer(base: self, toValue: toValue, removesDuplicates: isDuplicate, reducer: reducer)
  }
}

private struct OnChangeReducer<Base: Reducer, Value, Changed: Reducer>: Reducer
where Base.State == Changed.State, Base.Action == Changed.Action {
  let base: Base
  let toValue: (Base.State) -> Value
  let removesDuplicates: (Value, Value) -> Bool
  let reducer: (Value, Value) -> Changed

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepared().run
    return PreparedReducer { state, action in
      let old = toValue(state)
      let effect = base(&state, action)
      let new = toValue(state)
      if removesDuplicates(old, new) { return effect }
      return effect.merge(with: reducer(old, new).reduce(into: &state, action: action))
    }
  }
}
