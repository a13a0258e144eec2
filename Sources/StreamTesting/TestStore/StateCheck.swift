import Composable

/// Compares a state after an action with what a test expects of it, and reports what differs.
struct StateCheck<State> {
  /// The action, as reports name it.
  let action: String
  let exhaustivity: Exhaustivity
  let isEqual: (State, State) -> Bool
  /// Runs a closure of the test as the store would run it.
  let perform: (() throws -> Void) throws -> Void
  let report: (_ message: String, _ isSkipped: Bool) -> Void

  /// Checks the state that an action has made of another. `update` is what the test expects.
  func check(_ update: ((inout State) throws -> Void)?, from old: State, to state: State) {
    if exhaustivity == .on {
      checkAll(update, old, state)
    } else {
      checkNamed(update, old, state)
    }
  }

  /// The state must be the old one with the changes that the test makes.
  private func checkAll(
    _ update: ((inout State) throws -> Void)?, _ old: State, _ state: State
  ) {
    guard let update else {
      guard !isEqual(old, state) else { return }
      return fail(
        """
        \(action) changed the state, and no change was expected (− expected, + actual):

        \(difference(old, state))

        hint: state the change in a closure behind the action: '{ $0.… = … }'
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
        \(action) changed nothing, and the closure behind it changes nothing either

        hint: leave the closure out where no change is expected
        """)
    }
  }

  /// The changes that the test makes must be those that the state has already.
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
    // That it throws would have been reported above.
    if let update { do { try perform { try update(&stated) } } catch { return } }
    guard !isEqual(stated, state) else { return }
    report(
      """
      the test does not state all that \(action) changed (− stated, + actual):

      \(difference(stated, state))
      """, true)
  }

  private func apply(_ update: (inout State) throws -> Void, to state: State) -> State? {
    var expected = state
    do {
      try perform { try update(&expected) }
      return expected
    } catch {
      fail("the closure behind \(action) threw \(error)")
      return nil
    }
  }

  private func fail(_ message: String) { report(message, false) }

  private func difference(_ one: State, _ other: State) -> String {
    Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
  }
}
