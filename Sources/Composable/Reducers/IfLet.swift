extension Reducer {
  /// Runs a child's reducer while its state is present.
  ///
  ///     Reduce { … }
  ///       .ifLet(\.sheet, action: /Action.sheet) { Sheet() }
  ///
  /// The child runs before this reducer, so that this one may remove the child on its last action.
  /// When the state disappears or changes its identity, the child's effects end. An action for an
  /// absent child changes nothing, and is reported.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toState: WritableKeyPath<State, ChildState?>,
    action toAction: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    PresentChildReducer(
      parent: self, child: child(),
      place: .init(
        operation: "ifLet", location: "\(fileID):\(line)", read: { $0[keyPath: toState] },
        modify: { changeInPlace(&$0[keyPath: toState], $1) }, key: toState),
      toAction: toAction)
  }
}

/// Moves a value out and back, so that its storage is not copied when it changes.
private func changeInPlace<Value>(_ value: inout Value?, _ change: (inout Value) -> Void) -> Bool {
  guard var present = value.take() else { return false }
  defer { value = present }
  change(&present)
  return true
}
