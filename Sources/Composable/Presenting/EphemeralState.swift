/// The state of a feature that disappears with the first action that it sends, such as an alert or
/// a dialog. It does not need a reducer.
public protocol EphemeralState {}

extension Reducer {
  /// Runs an alert or a dialog that this feature presents, as long as its state is present.
  ///
  ///     Reduce { … }
  ///       .ifLet(\.$alert, action: /Action.alert)
  ///
  /// The action of one of its buttons, like `.dismiss`, removes the state after this reducer has
  /// run, unless the reducer has presented another alert or dialog.
  public func ifLet<ChildState: EphemeralState, ChildAction>(
    _ toState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    ifLet(
      toState, action: toAction, destination: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID, line: line)
  }
}
