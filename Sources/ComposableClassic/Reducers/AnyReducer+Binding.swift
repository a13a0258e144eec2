public import Composable

extension AnyReducer where Action: BindableAction<State> {
  /// Carries out bindings before this reducer runs: sets the property of the state that a
  /// `.binding` action names.
  public func binding() -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let bindings = BindingReducer<State, Action, Action>()._prepared().run
      return .combine([MadeReducer(run: bindings), make(environment)])
    })
  }
}
