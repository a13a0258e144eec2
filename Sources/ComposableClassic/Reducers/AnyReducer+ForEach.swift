public import Composable

extension AnyReducer {
  /// Turns the reducer of an element into a reducer of an identified array.
  ///
  ///     todoReducer.forEach(
  ///       state: \.todos, action: /AppAction.todo(id:action:), environment: { _ in TodoEnvironment() })
  ///
  /// When an element is removed its effects end. An action for an absent element changes nothing,
  /// and is reported.
  public func forEach<
    GlobalState, GlobalAction, GlobalEnvironment, ID: Hashable & SendableMetatype
  >(
    state toElements: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toAction: CasePath<GlobalAction, (ID, Action)>,
    environment toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      toElements, toAction, toEnvironment, "'forEach' at \(fileID):\(line)",
      read: { $0[id: $1] }, change: { elements, id, change in elements.change(id: id, change) })
  }

  /// Turns the reducer of a value into a reducer of a dictionary. When a key is removed its effects
  /// end.
  public func forEach<
    GlobalState, GlobalAction, GlobalEnvironment, Key: Hashable & SendableMetatype
  >(
    state toElements: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toAction: CasePath<GlobalAction, (Key, Action)>,
    environment toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      toElements, toAction, toEnvironment, "'forEach' at \(fileID):\(line)",
      read: { $0[$1] },
      change: { elements, key, change in
        guard let index = elements.index(forKey: key) else { return }
        change(&elements.values[index])
      })
  }

  /// Turns the reducer of an element into a reducer of an array, by index.
  ///
  /// An effect belongs to an index, not to the element that was there when it started: after a
  /// removal in the middle, its actions reach the next element. It ends when the index no longer
  /// exists. If elements are added and removed, use an identified array.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment>(
    state toElements: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toAction: CasePath<GlobalAction, (Int, Action)>,
    environment toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      toElements, toAction, toEnvironment, "'forEach' at \(fileID):\(line)",
      read: { $0.indices.contains($1) ? $0[$1] : nil },
      change: { elements, index, change in change(&elements[index]) })
  }

  private func forEach<
    GlobalState, GlobalAction, GlobalEnvironment, Elements, Place: Hashable & SendableMetatype
  >(
    _ toElements: any WritableKeyPath<GlobalState, Elements> & Sendable,
    _ toAction: CasePath<GlobalAction, (Place, Action)>,
    _ toEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment, _ name: String,
    read: @escaping @Sendable (Elements, Place) -> State?,
    change: @escaping @Sendable (inout Elements, Place, (inout State) -> Void) -> Void
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    AnyReducer<GlobalState, GlobalAction, GlobalEnvironment>(making: { environment in
      let place = ChildPlace<GlobalState, GlobalAction, Place, State, Action>(
        name: name, extract: { toAction.extract(from: $0) },
        embed: { toAction.embed(($0, $1)) },
        read: { read($0[keyPath: toElements], $1) },
        change: { change(&$0[keyPath: toElements], $1, $2) }, key: toElements)
      return ChildReducer(self.make { toEnvironment(environment()) }, at: place).made
    })
  }
}
