public import Reactive

extension Store {
  /// Calls a function with the store of a child when the child's state appears, and another one
  /// when it disappears: now, and on each later change.
  ///
  /// The store passed to the function retains the child's last state once the state has
  /// disappeared.
  public func ifLet<Wrapped>(
    then unwrap: @escaping (Store<Wrapped, Action>) -> Void,
    else: @escaping () -> Void = {}
  ) -> AnyCancellable where State == Wrapped? {
    publisher
      .removeDuplicates { ($0 != nil) == ($1 != nil) }
      .sink { [self] state in
        guard let state else { return `else`() }
        let last = LastState(state)
        unwrap(scope(state: { last.update($0) }, action: { $0 }))
      }
  }
}

/// The last state that was present.
private final class LastState<Wrapped> {
  private var state: Wrapped

  init(_ state: Wrapped) {
    self.state = state
  }

  func update(_ newState: Wrapped?) -> Wrapped {
    if let newState { state = newState }
    return state
  }
}
