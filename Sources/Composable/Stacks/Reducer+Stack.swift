extension Reducer {
  /// Runs a reducer for each feature on a stack, each for its own actions.
  ///
  ///     Reduce { … }
  ///       .forEach(\.path, action: /Action.path) { Screen() }
  ///
  /// An element runs before this reducer, and so does a push. `.popFrom(id:)` removes elements
  /// afterwards. When an element is removed its effects end. An action for an absent element
  /// changes nothing, and is reported.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ toStack: WritableKeyPath<State, StackState<ElementState>>,
    action toAction: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    StackReducer(
      parent: self, element: element(), toStack: toStack, toAction: toAction,
      location: "\(fileID):\(line)")
  }
}

private struct StackReducer<Parent: Reducer, Element: Reducer>: Reducer {
  typealias ElementStackAction = StackAction<Element.State, Element.Action>

  let parent: Parent
  let element: Element
  let toStack: WritableKeyPath<Parent.State, StackState<Element.State>>
  let toAction: CasePath<Parent.Action, ElementStackAction>
  let location: String

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let parent = parent._prepared().run
    let element = LatePreparation(PresentedReducer(base: element))
    let (toStack, toAction) = (toStack, toAction)
    return PreparedReducer { state, action in
      let before = state[keyPath: toStack].ids
      let own = toAction.extract(from: action)
      var effect = Effect<Parent.Action>.none
      if let own { effect = begin(own, element, on: &state[keyPath: toStack], action) }
      effect = effect.merge(with: parent(&state, action))
      if case .popFrom(let id)? = own, before.contains(id) { state[keyPath: toStack].pop(from: id) }
      let after = state[keyPath: toStack].ids
      guard before != after else { return effect }
      for id in before where !after.contains(id) {
        // This comes after the action's own effects, because they may be the last effects of the
        // element that is removed.
        effect = effect.merge(with: .endChild(at: StackPlace(stack: toStack, id: id)))
      }
      return effect
    }
  }

  /// Does the work that comes before the parent reduces the action.
  private func begin(
    _ own: ElementStackAction, _ element: LatePreparation<PresentedReducer<Element>>,
    on stack: inout StackState<Element.State>, _ whole: Parent.Action
  ) -> Effect<Parent.Action> {
    switch own {
    case .element(let id, let action):
      guard var present = stack[id: id] else {
        reportAbsentChild("forEach", location, whole)
        return .none
      }
      let effect = element.run(&present, action)
      stack[id: id] = present
      let toAction = toAction
      return effect.ofPresented(
        at: AnyHashable(StackPlace(stack: toStack, id: id)),
        embed: { toAction.embed(.element(id: id, action: $0)) },
        dismissal: toAction.embed(.popFrom(id: id)))
    case .popFrom(let id):
      if !stack.ids.contains(id) { reportAbsentChild("forEach", location, whole) }
    case .push(let id, let state):
      if stack.ids.contains(id) {
        IssueReporter.report(
          """
          'forEach' at \(location) received a push of \(id), which is already on the stack, and \
          did nothing; push each element with its own id
          """)
      } else {
        stack[id: id] = state
      }
    }
    return .none
  }
}

/// The key of an element of a stack among the children of its parent.
private struct StackPlace: Hashable {
  let stack: AnyKeyPath
  let id: StackElementID
}
