public import Reactive

extension Store {
  /// Calls a function with the store of a child when the child's state comes to be there, and another
  /// when it is gone; now, and whenever that changes.
  ///
  /// The store that it is called with shows the child's last state once that is gone.
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

/// A state that was there, for as long as there is no newer one.
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
