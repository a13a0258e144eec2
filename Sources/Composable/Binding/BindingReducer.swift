/// Does what bindings say: sets the part of the state that a `.binding` action names.
///
///     var body: some ReducerOf<Self> {
///       BindingReducer()
///       Reduce { state, action in
///         switch action {
///         case .binding(\.$name): …
public struct BindingReducer<State, Action, ViewAction: BindableAction<State>>: Reducer {
  private let toViewAction: (Action) -> ViewAction?
  private let path: CasePath<ViewAction, BindingAction<State>>

  /// For actions of which one is `.binding`.
  public init() where Action == ViewAction {
    self.init(action: { $0 })
  }

  /// For actions of which some are those of a view, one of which is `.binding`.
  public init(action toViewAction: @escaping (Action) -> ViewAction?) {
    self.toViewAction = toViewAction
    path = /{ ViewAction.binding($0) }
  }

  /// For actions of which one case holds those of a view.
  public init(action toViewAction: CasePath<Action, ViewAction>) {
    self.init(action: toViewAction.extract(from:))
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if let action = toViewAction(action) { path.extract(from: action)?.set(&state) }
    return .none
  }
}
