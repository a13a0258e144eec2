/// Runs a child's reducer while the child's state is present, in an optional property or in a case.
/// This is the part that `ifLet` and `ifCaseLet` share.
struct PresentChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  /// The place of a child's state in its parent's state, where it may be absent.
  struct Place {
    /// The operator's name, for reports.
    let operation: String
    let location: String
    let read: (Parent.State) -> Child.State?
    /// Changes the state in place. Returns false, and changes nothing, if it is absent.
    let modify: (inout Parent.State, (inout Child.State) -> Void) -> Bool
    /// Distinguishes the place from the places of the other children.
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
        // The effects of the previous child end first, because effects of this action may belong to
        // the next child.
        effect = .endChild(at: place.key).concatenate(with: effect)
      }
      return effect
    }
  }
}

/// A child's reducer, whose body is made at the first action for the child.
///
/// A feature may therefore contain features of its own type, to any depth of its state. Making all
/// bodies at once would never end.
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
