extension PresentationState {
  /// The value in one case of a presented enum state, for reading and changing:
  /// `$0.$destination[case: /Destination.State.edit]?.name = "Blob"`.
  ///
  /// It is nil when another case is presented, or nothing is. Changing it then has no effect and is
  /// reported. Setting it to nil removes the state.
  public subscript<Case>(case path: CasePath<State, Case>) -> Case? {
    get { wrappedValue.flatMap(path.extract(from:)) }
    set {
      guard let state = wrappedValue, path.extract(from: state) != nil else {
        return reportOtherCase(Case.self, instead: wrappedValue)
      }
      wrappedValue = newValue.map(path.embed)
    }
  }
}

extension StackState {
  /// The value in one case of an enum element, for reading and changing:
  /// `$0.path[id: 0, case: /Path.State.detail]?.name = "Blob"`.
  ///
  /// It is nil when the element is in another case, or is absent. Changing it then has no effect
  /// and is reported. Setting it to nil removes the element.
  public subscript<Case>(id id: StackElementID, case path: CasePath<Element, Case>) -> Case? {
    get { self[id: id].flatMap(path.extract(from:)) }
    set {
      guard let element = self[id: id], path.extract(from: element) != nil else {
        return reportOtherCase(Case.self, instead: self[id: id])
      }
      self[id: id] = newValue.map(path.embed)
    }
  }
}

private func reportOtherCase(_ expected: Any.Type, instead state: (some Any)?) {
  IssueReporter.report(
    """
    a case that holds \(TypeName.of(expected)) was to be changed, but there is \
    \(state.map { "'\(Dump.line($0))'" } ?? "no state"); nothing was changed
    """)
}
