/// Runs a child's reducer while the child's state is there, be that in an optional property or in a
/// case: what `ifLet` and `ifCaseLet` have in common.
struct PresentChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  /// Where a child's state is in its parent's, if it is there.
  struct Place {
    /// The operator's name, for reports.
    let operation: String
    let location: String
    let read: (Parent.State) -> Child.State?
    /// Changes it in place. False, and nothing is done, if it is not there.
    let modify: (inout Parent.State, (inout Child.State) -> Void) -> Bool
    /// Tells the place from those of the other children.
    let key: AnyHashable
  }

  let parent: Parent
  let child: Child
  let place: Place
  let toAction: CasePath<Parent.Action, Child.Action>

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let (parent, child) = (parent._prepared().run, LatePreparation(child))
    let (place, toAction) = (place, toAction)
    let identity = ChildIdentity<Child.State>()
    return PreparedReducer { state, action in
      let before = identity.of(place.read(state))
      var effect = Effect<Parent.Action>.none
      if let childAction = toAction.extract(from: action) {
        var childEffect = Effect<Child.Action>.none
        let isThere = place.modify(&state) { childEffect = child.run(&$0, childAction) }
        if !isThere { reportAbsentChild(place.operation, place.location, action) }
        effect = childEffect.ofChild(at: place.key, embed: toAction.embed)
      }
      effect = effect.merge(with: parent(&state, action))
      if before.isThere, before != identity.of(place.read(state)) {
        // First what the last child had: effects of this action may belong to the next.
        effect = .endChild(at: place.key).concatenate(with: effect)
      }
      return effect
    }
  }
}

/// A child's reducer, of which the body is made when the first action comes for the child.
///
/// So a feature may have features of its own kind in it, as deep as its state goes: to make all bodies
/// at once would never end.
@usableFromInline
final class LatePreparation<R: Reducer> {
  private let reducer: R
  private var prepared: ((inout R.State, R.Action) -> Effect<R.Action>)?

  @usableFromInline
  init(_ reducer: R) {
    self.reducer = reducer
  }

  @usableFromInline
  func run(_ state: inout R.State, _ action: R.Action) -> Effect<R.Action> {
    if let prepared { return prepared(&state, action) }
    let run = reducer._prepared().run
    prepared = run
    return run(&state, action)
  }
}
