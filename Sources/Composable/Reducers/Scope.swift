/// Runs a child's reducer on the child's part of the state, for the child's actions.
///
///     Scope(state: \.profile, action: /Action.profile) { Profile() }
///
/// The ids of the child's effects belong to that child alone. A child whose state is a case of an
/// enum should run before its parent changes the case. `ifCaseLet` ensures that.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline
  enum Place {
    case property(WritableKeyPath<ParentState, Child.State>)
    case enumCase(CasePath<ParentState, Child.State>)
  }

  @usableFromInline let place: Place
  @usableFromInline let toAction: CasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let location: String

  /// Runs a child whose state is a property.
  @inlinable
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

  /// Runs a child whose state is a case. An action for the child while the state is in another case
  /// changes nothing, and is reported.
  @inlinable
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

  @inlinable
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    _prepared().run(&state, action)
  }

  @inlinable
  public func _prepared() -> PreparedReducer<ParentState, ParentAction> {
    let (toAction, location) = (toAction, location)
    switch place {
    case .property(let path):
      let run = child._prepared().run
      // The offset of the property in the state is looked up once. A path to a computed property
      // has no offset.
      guard let offset = MemoryLayout<ParentState>.offset(of: path) else {
        return PreparedReducer(for: toAction) { state, action in
          guard let childAction = toAction.extract(from: action) else { return .none }
          return run(&state[keyPath: path], childAction).ofChild(at: path, embed: toAction.embed)
        }
      }
      return PreparedReducer(for: toAction) { state, action in
        guard let childAction = toAction.extract(from: action) else { return .none }
        return unsafe withUnsafeMutablePointer(to: &state) { state in
          let child = unsafe UnsafeMutableRawPointer(state) + offset
          return unsafe run(&child.assumingMemoryBound(to: Child.State.self).pointee, childAction)
        }
        .ofChild(at: path, embed: toAction.embed)
      }
    case .enumCase(let path):
      // A case may contain, in a box, the state of the same feature.
      let child = LatePreparation(child)
      return PreparedReducer(for: toAction) { state, action in
        guard let childAction = toAction.extract(from: action) else { return .none }
        var effect = Effect<Child.Action>.none
        let isThere = path.modify(&state) { effect = child.run(&$0, childAction) }
        if !isThere { reportAbsentChild("Scope", location, action) }
        return effect.ofChild(at: EnumCaseKey<Child.State>(), embed: toAction.embed)
      }
    }
  }
}

/// The key, among its parent's children, of a child whose state is a case.
@usableFromInline
struct EnumCaseKey<ChildState>: Hashable {
  @inlinable init() {}
}

/// Reports an action for a child that is absent.
@usableFromInline
func reportAbsentChild(_ operation: String, _ location: String, _ action: Any) {
  IssueReporter.report(
    """
    '\(operation)' at \(location) received an action for a child without state, and did \
    nothing: \(Dump.line(action)); the parent may have removed the child before the child's \
    reducer ran, an effect may have outlived it, or it was sent too late
    """)
}
