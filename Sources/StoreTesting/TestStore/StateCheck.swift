import Composable

/// Compares the state after an action with a test's expectation, and reports the difference.
struct StateCheck<State> {
  /// The action, as it is named in reports.
  let action: String
  let exhaustivity: Exhaustivity
  let isEqual: (State, State) -> Bool
  /// Runs a closure of the test in the context of the store.
  let perform: (() throws -> Void) throws -> Void
  let report: (_ message: String, _ isSkipped: Bool) -> Void

  /// Checks the state after an action against the state before it. `update` is the test's
  /// expectation.
  func check(_ update: ((inout State) throws -> Void)?, from old: State, to state: State) {
    if exhaustivity == .on {
      checkAll(update, old, state)
    } else {
      checkNamed(update, old, state)
    }
  }

  /// Checks that the state is the old one with the changes that the test makes.
  private func checkAll(
    _ update: ((inout State) throws -> Void)?, _ old: State, _ state: State
  ) {
    guard let update else {
      guard !isEqual(old, state) else { return }
      return fail(
        """
        \(action) changed the state, and no change was expected (− expected, + actual):

        \(difference(old, state))

        hint: state the change in a closure after the action: '{ $0.… = … }'
        """)
    }
    guard let expected = apply(update, to: old) else { return }
    if !isEqual(expected, state) {
      fail(
        """
        the state after \(action) is not as expected (− expected, + actual):

        \(difference(expected, state))
        """)
    } else if isEqual(expected, old) {
      fail(
        """
        \(action) changed nothing, and the closure after it changes nothing either

        hint: remove the closure if no change is expected
        """)
    }
  }

  /// Checks that the changes that the test makes are already in the state.
  private func checkNamed(
    _ update: ((inout State) throws -> Void)?, _ old: State, _ state: State
  ) {
    if let update {
      guard let expected = apply(update, to: state) else { return }
      if !isEqual(expected, state) {
        return fail(
          """
          the state after \(action) is not as expected (− expected, + actual):

          \(difference(expected, state))
          """)
      }
    }
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var stated = old
    // An error here would already have been reported above.
    if let update { do { try perform { try update(&stated) } } catch { return } }
    guard !isEqual(stated, state) else { return }
    report(
      """
      the test does not state everything that \(action) changed (− stated, + actual):

      \(difference(stated, state))
      """, true)
  }

  private func apply(_ update: (inout State) throws -> Void, to state: State) -> State? {
    var expected = state
    do {
      try perform { try update(&expected) }
      return expected
    } catch {
      fail("the closure after \(action) threw \(error)")
      return nil
    }
  }

  private func fail(_ message: String) { report(message, false) }

  private func difference(_ one: State, _ other: State) -> String {
    Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
  }
}
