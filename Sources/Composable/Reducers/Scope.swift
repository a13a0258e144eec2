/// Runs a child's reducer on the child's part of the state, for the child's actions.
///
///     Scope(state: \.profile, action: /Action.profile) { Profile() }
///
/// The ids of the child's effects are its own. A child whose state is a case of an enum ought to run
/// before its parent changes the case; `ifCaseLet` sees to that.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private enum Place {
    case property(WritableKeyPath<ParentState, Child.State>)
    case enumCase(CasePath<ParentState, Child.State>)
  }

  private let place: Place
  private let toAction: CasePath<ParentAction, Child.Action>
  private let child: Child
  private let location: String

  /// Runs a child whose state is a property.
  public init<ChildState, ChildAction>(
    state toState: WritableKeyPath<ParentState, ChildState>,
    action toAction: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    place = .property(toState)
    self.toAction = toAction
    self.child = child()
    location = ""
  }

  /// Runs a child whose state is a case. An action that comes for it while the state is another case
  /// changes nothing, and is reported.
  public init<ChildState, ChildAction>(
    state toState: CasePath<ParentState, ChildState>,
    action toAction: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where ChildState == Child.State, ChildAction == Child.Action {
    place = .enumCase(toState)
    self.toAction = toAction
    self.child = child()
    location = "\(fileID):\(line)"
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    _prepared().run(&state, action)
  }

  public func _prepared() -> PreparedReducer<ParentState, ParentAction> {
    let (run, toAction, location) = (child._prepared().run, toAction, location)
    switch place {
    case .property(let path):
      return PreparedReducer { state, action in
        guard let childAction = toAction.extract(from: action) else { return .none }
        return run(&state[keyPath: path], childAction).ofChild(at: path, embed: toAction.embed)
      }
    case .enumCase(let path):
      return PreparedReducer { state, action in
        guard let childAction = toAction.extract(from: action) else { return .none }
        var effect = Effect<Child.Action>.none
        let isThere = path.modify(&state) { effect = run(&$0, childAction) }
        if !isThere { reportAbsentChild("Scope", location, action) }
        return effect.ofChild(at: EnumCaseKey<Child.State>(), embed: toAction.embed)
      }
    }
  }
}

/// The place of a child whose state is a case, among its parent's children.
struct EnumCaseKey<ChildState>: Hashable {}

/// Says that an action came for a child that is not there.
func reportAbsentChild(_ operation: String, _ location: String, _ action: Any) {
  IssueReporter.report(
    """
    '\(operation)' at \(location) received an action for a child whose state is not there, and \
    did nothing: \(Dump.line(action)); the parent may have removed the child before the child's \
    reducer ran, an effect may have outlived it, or it was sent too late
    """)
}
