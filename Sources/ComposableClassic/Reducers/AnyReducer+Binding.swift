public import Composable

extension AnyReducer where Action: BindableAction<State> {
  /// Does what bindings say before this reducer has its turn: sets the part of the state that a
  /// `.binding` action names.
  public func binding() -> AnyReducer {
    AnyReducer(making: { [make] environment in
      let bindings = BindingReducer<State, Action, Action>()._prepared().run
      return .combine([MadeReducer(run: bindings), make(environment)])
    })
  }
}
