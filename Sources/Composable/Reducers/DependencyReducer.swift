extension Reducer {
  /// Sets a dependency for this reducer and its effects.
  public func dependency<Value>(
    _ path: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> {
    transformDependency(path) { $0 = value }
  }

  /// Changes a dependency for this reducer and its effects.
  public func transformDependency<Value>(
    _ path: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ transform: @escaping (inout Value) -> Void
  ) -> some Reducer<State, Action> {
    DependencyReducer(base: self) { values in transform(&values[keyPath: path]) }
  }
}

private struct DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }

  func _prepared() -> PreparedReducer<Base.State, Base.Action> {
    let run = withDependencies(update) { base._prepared().run }
    return PreparedReducer { state, action in
      withDependencies(update) { run(&state, action) }
    }
  }
}
