extension Reducer {
  /// Runs a child's reducer when its state is there.
  ///
  ///     Reduce { … }
  ///       .ifLet(\.sheet, action: /Action.sheet) { Sheet() }
  ///
  /// The child runs before this reducer, so that this one may remove it at its last action. When the
  /// state goes, or becomes that of another identity, the child's effects end. An action that comes
  /// for it while it is not there changes nothing, and is reported.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toState: WritableKeyPath<State, ChildState?>,
    action toAction: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    IfLetReducer(
      parent: self, child: child(), toState: toState, toAction: toAction,
      location: "\(fileID):\(line)")
  }
}

private struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let child: Child
  let toState: WritableKeyPath<Parent.State, Child.State?>
  let toAction: CasePath<Parent.Action, Child.Action>
  let location: String

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Parent.State, Parent.Action> {
    let (parent, child) = (parent._prepared().run, child._prepared().run)
    let (toState, toAction, location) = (toState, toAction, location)
    let identity = Identity<Child.State>()
    return PreparedReducer { state, action in
      let before = identity.of(state[keyPath: toState])
      var effect = Effect<Parent.Action>.none
      if let childAction = toAction.extract(from: action) {
        if before.isThere {
          effect = Self.run(child, on: &state[keyPath: toState], childAction)
            .ofChild(at: toState, embed: toAction.embed)
        } else {
          reportAbsentChild("ifLet", location, action)
        }
      }
      effect = effect.merge(with: parent(&state, action))
      if before.isThere, before != identity.of(state[keyPath: toState]) {
        // First what the last child had: effects of this action may belong to the next.
        effect = .endChild(at: toState).concatenate(with: effect)
      }
      return effect
    }
  }

  private static func run(
    _ child: (inout Child.State, Child.Action) -> Effect<Child.Action>,
    on state: inout Child.State?, _ action: Child.Action
  ) -> Effect<Child.Action> {
    guard var value = state.take() else { return .none }
    defer { state = value }
    return child(&value, action)
  }
}

/// Tells whether a child's state is still that of the same child.
struct Identity<ChildState> {
  enum Mark: Equatable {
    case absent
    case present(AnyHashable?)

    var isThere: Bool { self != .absent }
  }

  /// Looked up once: to ask each value whether it is identifiable takes a while.
  private let isIdentifiable = ChildState.self is any Identifiable.Type

  func of(_ state: ChildState?) -> Mark {
    guard let state else { return .absent }
    guard isIdentifiable, let identifiable = state as? any Identifiable else {
      return .present(nil)
    }
    return .present(Self.id(of: identifiable))
  }

  private static func id<Value: Identifiable>(of value: Value) -> AnyHashable {
    AnyHashable(value.id)
  }
}
