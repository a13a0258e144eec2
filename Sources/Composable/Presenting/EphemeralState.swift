/// The state of a feature that is shown for a moment and goes with the first action that it sends: an
/// alert, a dialog. It needs no reducer of its own.
public protocol EphemeralState {}

extension Reducer {
  /// Runs an alert or a dialog that this feature presents, while its state is there.
  ///
  ///     Reduce { … }
  ///       .ifLet(\.$alert, action: /Action.alert)
  ///
  /// The action of one of its buttons, as `.dismiss` does, takes the state away behind this reducer,
  /// unless the reducer has presented another.
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
