import Composable

extension TestStore {
  /// Fails the test, or only shows what it leaves out.
  func report(_ message: String, at place: SourcePlace, isSkipped: Bool = false) {
    reportIssue(message, severity: isSkipped ? .warning : .error, at: place)
  }

  func line(_ value: Any) -> String { "'\(Dump.line(value))'" }

  /// Whether what the test leaves out is to be shown.
  var showsSkipped: Bool { exhaustivity == .off(showSkippedAssertions: true) }

  /// Says, once, which actions of effects the test has not received. They are kept: the test may
  /// receive them after all, and what it states of them then is right.
  func reportUnreceived(at place: SourcePlace, whatEnded: String) {
    let missed = received.filter { !$0.isReported }
    guard !missed.isEmpty, exhaustivity != .off else { return }
    let count = missed.count
    let actions = missed.map { "  " + Dump.line($0.action) }.joined(separator: "\n")
    for index in received.indices { received[index].isReported = true }
    report(
      """
      \(whatEnded) before \(count == 1 ? "an action" : "\(count) actions") of effects \
      \(count == 1 ? "was" : "were") received:

      \(actions)

      hint: receive \(count == 1 ? "it" : "each") by 'store.receive', or pass over \
      \(count == 1 ? "it" : "them") by 'store.skipReceivedActions()'
      """, at: place, isSkipped: exhaustivity != .on)
  }

  /// Compares the state after an action with what the test expects of it.
  func check(
    _ update: ((inout State) throws -> Void)?, from old: State, after action: Action,
    at place: SourcePlace
  ) {
    if exhaustivity == .on {
      checkAll(update, from: old, after: action, at: place)
    } else {
      checkNamed(update, from: old, after: action, at: place)
    }
  }

  /// The state must be the old one with the changes that the test makes.
  private func checkAll(
    _ update: ((inout State) throws -> Void)?, from old: State, after action: Action,
    at place: SourcePlace
  ) {
    guard let update else {
      guard !isEqual(old, state) else { return }
      return report(
        """
        \(line(action)) changed the state, and no change was expected (− expected, + actual):

        \(difference(old, state))

        hint: state the change in a closure behind the action: '{ $0.… = … }'
        """, at: place)
    }
    guard let expected = apply(update, to: old, after: action, at: place) else { return }
    if !isEqual(expected, state) {
      report(
        """
        the state after \(line(action)) is not as expected (− expected, + actual):

        \(difference(expected, state))
        """, at: place)
    } else if isEqual(expected, old) {
      report(
        """
        \(line(action)) changed nothing, and the closure behind it changes nothing either

        hint: leave the closure out where no change is expected
        """, at: place)
    }
  }

  /// The changes that the test makes must be those that the state has already.
  private func checkNamed(
    _ update: ((inout State) throws -> Void)?, from old: State, after action: Action,
    at place: SourcePlace
  ) {
    if let update {
      guard let expected = apply(update, to: state, after: action, at: place) else { return }
      if !isEqual(expected, state) {
        return report(
          """
          the state after \(line(action)) is not as expected (− expected, + actual):

          \(difference(expected, state))
          """, at: place)
      }
    }
    guard showsSkipped else { return }
    var stated = old
    // That it throws would have been reported above.
    if let update { do { try withOwnDependencies { try update(&stated) } } catch { return } }
    guard !isEqual(stated, state) else { return }
    report(
      """
      the test does not state all that \(line(action)) changed (− stated, + actual):

      \(difference(stated, state))
      """, at: place, isSkipped: true)
  }

  private func apply(
    _ update: (inout State) throws -> Void, to state: State, after action: Action,
    at place: SourcePlace
  ) -> State? {
    var expected = state
    do {
      try reportingIssues(at: place) { try withOwnDependencies { try update(&expected) } }
      return expected
    } catch {
      report("the closure behind \(line(action)) threw \(error)", at: place)
      return nil
    }
  }

  func difference(_ one: Any, _ other: Any) -> String {
    Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
  }
}
