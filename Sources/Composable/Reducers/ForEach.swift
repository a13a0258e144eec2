extension Reducer {
  /// Runs a reducer for each element of an identified array, each for its own actions.
  ///
  ///     Reduce { … }
  ///       .forEach(\.rows, action: /Action.row(id:action:)) { Row() }
  ///
  /// The element runs before this reducer. When an element is removed its effects end. The ids of
  /// its effects belong to that element alone. An action for an absent element changes nothing, and
  /// is reported.
  public func forEach<ID: Hashable, ElementState, ElementAction, Element>(
    _ toElements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toAction: CasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action>
  where Element: Reducer<ElementState, ElementAction> {
    ForEachReducer<Self, ID, Element>(
      parent: self, element: element(), toElements: toElements, toAction: toAction,
      location: "\(fileID):\(line)")
  }
}

private struct ForEachReducer<Parent: Reducer, ID: Hashable, Element: Reducer>: Reducer {
  let parent: Parent
  let element: Element
  let toElements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let toAction: CasePath<Parent.Action, (ID, Element.Action)>
  let location: String

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let before = state[keyPath: toElements].ids
    var effect = _prepared().run(&state, action)
    for id in before where state[keyPath: toElements].index(id: id) == nil {
      effect = end(id).concatenate(with: effect)
    }
    return effect
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let (parent, element) = (parent._prepared().run, LatePreparation(element))
    // Only elements with running effects are checked, because comparing all of them after each
    // action would make a long list slow.
    let active = ActiveElements<ID>()
    return PreparedReducer { state, action in
      var effect = Effect<Parent.Action>.none
      if let (id, elementAction) = toAction.extract(from: action) {
        effect = run(
          element.run, id, elementAction, on: &state[keyPath: toElements], active, action)
      }
      effect = effect.merge(with: parent(&state, action))
      guard !active.isEmpty else { return effect }
      for id in active.removeAll(where: { state[keyPath: toElements].index(id: $0) == nil }) {
        // This comes after the action's own effects, because they may be the last effects of the
        // element that is removed.
        effect = effect.merge(with: end(id))
      }
      return effect
    }
  }

  private func run(
    _ element: (inout Element.State, Element.Action) -> Effect<Element.Action>, _ id: ID,
    _ action: Element.Action, on elements: inout IdentifiedArray<ID, Element.State>,
    _ active: ActiveElements<ID>, _ whole: Parent.Action
  ) -> Effect<Parent.Action> {
    guard elements.index(id: id) != nil else {
      reportAbsentChild("forEach", location, whole)
      return .none
    }
    let effect = elements.change(id: id) { element(&$0, action) } ?? .none
    if effect.isNone { return .none }
    active.add(id)
    let toAction = toAction
    return effect.ofChild(
      at: ElementKey(list: toElements, id: id), embed: { toAction.embed((id, $0)) },
      onOver: { active.remove(id) })
  }

  private func end(_ id: ID) -> Effect<Parent.Action> {
    .endChild(at: ElementKey(list: toElements, id: id))
  }
}

/// The key of an element among the children of its parent.
private struct ElementKey<ID: Hashable>: Hashable {
  let list: AnyKeyPath
  let id: ID
}

/// The elements with running effects, in the order in which their first effects started.
private final class ActiveElements<ID: Hashable> {
  private var counts: [ID: Int] = [:]
  private var order: [ID] = []

  var isEmpty: Bool { counts.isEmpty }

  func add(_ id: ID) {
    if counts[id] == nil { order.append(id) }
    counts[id, default: 0] += 1
  }

  func remove(_ id: ID) {
    guard let count = counts[id] else { return }
    counts[id] = count == 1 ? nil : count - 1
    guard order.count > 32, order.count > 2 * counts.count else { return }
    order.removeAll { counts[$0] == nil }
  }

  /// Removes and returns the elements for which the closure returns true.
  func removeAll(where isGone: (ID) -> Bool) -> [ID] {
    let gone = order.filter { counts[$0] != nil && isGone($0) }
    for id in gone { counts[id] = nil }
    if !gone.isEmpty || order.count > counts.count { order.removeAll { counts[$0] == nil } }
    return gone
  }
}
