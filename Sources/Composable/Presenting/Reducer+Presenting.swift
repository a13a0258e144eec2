extension Reducer {
  /// Runs the reducer of a feature that this one presents, as long as its state is present.
  ///
  ///     Reduce { … }
  ///       .ifLet(\.$sheet, action: /Action.sheet) { Sheet() }
  ///
  /// The feature runs before this reducer. `.dismiss` removes its state afterwards, as does any
  /// action of an alert or a dialog. When the state disappears, or changes its identity or its
  /// case, the feature's effects end. An action that is sent while the state is absent changes
  /// nothing, and is reported.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      parent: self, child: child(), toState: toState, toAction: toAction,
      location: "\(fileID):\(line)")
  }
}

private struct PresentationReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let toState: WritableKeyPath<Parent.State, PresentationState<Child.State>>
  let toAction: CasePath<Parent.Action, PresentationAction<Child.Action>>
  let location: String

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let parent = parent._prepared().run
    let child = LatePreparation(PresentedReducer(base: child))
    let toState = toState
    let toAction = toAction
    let location = location
    let identity = ChildIdentity<Child.State>()
    return PreparedReducer { state, action in
      let before = identity.of(state[keyPath: toState].wrappedValue)
      let own = toAction.extract(from: action)
      if own != nil, !before.isThere { reportAbsentChild("ifLet", location, action) }
      var effect = Effect<Parent.Action>.none
      var isLast = if case .dismiss? = own { true } else { false }
      if before.isThere, case .presented(let childAction)? = own {
        isLast = identity.isEphemeral(state[keyPath: toState].wrappedValue)
        effect = Self.run(child, childAction, on: &state[keyPath: toState].wrappedValue)
          .ofPresented(
            at: AnyHashable(toState), embed: { toAction.embed(.presented($0)) },
            dismissal: toAction.embed(.dismiss))
      }
      effect = effect.merge(with: parent(&state, action))
      if isLast, before == identity.of(state[keyPath: toState].wrappedValue) {
        state[keyPath: toState].wrappedValue = nil
      }
      if before.isThere, before != identity.of(state[keyPath: toState].wrappedValue) {
        // The effects of the previous child end first, because effects of this action may belong to
        // the next child.
        effect = .endChild(at: AnyHashable(toState)).concatenate(with: effect)
      }
      return effect
    }
  }

  private static func run(
    _ child: LatePreparation<PresentedReducer<Child>>, _ action: Child.Action,
    on state: inout Child.State?
  ) -> Effect<Child.Action> {
    guard var present = state.take() else { return .none }
    defer { state = present }
    return child.run(&present, action)
  }
}

/// The reducer of a presented feature. Inside it, `isPresented` is true.
struct PresentedReducer<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Base.State, Base.Action> {
    let run = withDependencies {
      $0.isPresented = true
    } operation: {
      base._prepared().run
    }
    return PreparedReducer { state, action in
      withDependencies {
        $0.isPresented = true
      } operation: {
        run(&state, action)
      }
    }
  }
}
