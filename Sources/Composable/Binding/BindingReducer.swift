/// Carries out bindings: sets the property of the state that a `.binding` action names.
///
///     var body: some ReducerOf<Self> {
///       BindingReducer()
///       Reduce { state, action in
///         switch action {
///         case .binding(\.$name): …
public struct BindingReducer<State, Action, ViewAction: BindableAction<State>>: Reducer {
  private let toViewAction: (Action) -> ViewAction?
  private let path: CasePath<ViewAction, BindingAction<State>>

  /// Creates a reducer for an action type with a case `.binding`.
  public init() where Action == ViewAction {
    self.init(action: { $0 })
  }

  /// Creates a reducer for an action type that contains view actions, which have a case `.binding`.
  public init(action toViewAction: @escaping (Action) -> ViewAction?) {
    self.toViewAction = toViewAction
    path = /{ ViewAction.binding($0) }
  }

  /// Creates a reducer for an action type with one case for view actions.
  public init(action toViewAction: CasePath<Action, ViewAction>) {
    self.init(action: toViewAction.extract(from:))
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if let action = toViewAction(action) { path.extract(from: action)?.set(&state) }
    return .none
  }
}
