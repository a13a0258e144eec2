extension Reducer {
  /// Runs a child's reducer while the state is the child's case.
  ///
  ///     Reduce { … }
  ///       .ifCaseLet(/State.loggedIn, action: /Action.loggedIn) { LoggedIn() }
  ///
  /// The child runs before this reducer. When the state changes to another case, the child's
  /// effects end. An action for the child in another case changes nothing, and is reported.
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toState: CasePath<State, CaseState>, action toAction: CasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Case,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    PresentChildReducer(
      parent: self, child: child(),
      place: .init(
        operation: "ifCaseLet", location: "\(fileID):\(line)", read: toState.extract(from:),
        modify: toState.modify, key: EnumCaseKey<CaseState>()),
      toAction: toAction)
  }
}
