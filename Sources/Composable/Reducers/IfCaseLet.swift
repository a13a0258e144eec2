extension Reducer {
  /// Runs a child's reducer when the state is the child's case.
  ///
  ///     Reduce { … }
  ///       .ifCaseLet(/State.loggedIn, action: /Action.loggedIn) { LoggedIn() }
  ///
  /// The child runs before this reducer. When the state becomes another case, the child's effects
  /// end. An action that comes for it meanwhile changes nothing, and is reported.
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toState: CasePath<State, CaseState>, action toAction: CasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Case,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    IfCaseLetReducer(
      parent: self, child: child(), toState: toState, toAction: toAction,
      location: "\(fileID):\(line)")
  }
}

private struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let toState: CasePath<Parent.State, Child.State>
  let toAction: CasePath<Parent.Action, Child.Action>
  let location: String

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let (parent, child) = (parent._prepared().run, child._prepared().run)
    let (toState, toAction, location) = (toState, toAction, location)
    let identity = Identity<Child.State>()
    let key = EnumCaseKey<Child.State>()
    return PreparedReducer { state, action in
      let before = identity.of(toState.extract(from: state))
      var effect = Effect<Parent.Action>.none
      if let childAction = toAction.extract(from: action) {
        var childEffect = Effect<Child.Action>.none
        let isThere = toState.modify(&state) { childEffect = child(&$0, childAction) }
        if !isThere { reportAbsentChild("ifCaseLet", location, action) }
        effect = childEffect.ofChild(at: key, embed: toAction.embed)
      }
      effect = effect.merge(with: parent(&state, action))
      if before.isThere, before != identity.of(toState.extract(from: state)) {
        effect = .endChild(at: key).concatenate(with: effect)
      }
      return effect
    }
  }
}
