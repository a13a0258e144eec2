import Composable
package import ReactiveTesting

extension TestStore {
  /// Fails the test, or only shows a skipped assertion.
  package func report(_ message: String, at place: SourcePlace, isSkipped: Bool = false) {
    reportIssue(message, severity: isSkipped ? .warning : .error, at: place)
  }

  package func line(_ value: Any) -> String { "'\(Dump.line(value))'" }

  /// Whether skipped assertions are shown.
  var showsSkipped: Bool { exhaustivity == .off(showSkippedAssertions: true) }

  /// Reports, once, the actions of effects that the test has not received. The actions are kept, so
  /// that the test may still receive them and its assertions about them are then correct.
  package func reportUnreceived(at place: SourcePlace, whatEnded: String) {
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

      hint: receive \(count == 1 ? "it" : "each") with 'store.receive', or skip \
      \(count == 1 ? "it" : "them") with 'store.skipReceivedActions()'
      """, at: place, isSkipped: exhaustivity != .on)
  }

  /// Compares the state after an action with the test's expectation.
  func check(
    _ update: ((inout State) throws -> Void)?, from old: State, after action: Action,
    at place: SourcePlace
  ) {
    stateCheck(after: action, at: place, isEqual: isEqual).check(update, from: old, to: state)
  }

  /// Returns a check that compares states after an action, or parts of them.
  func stateCheck<Part>(
    after action: Action, at place: SourcePlace, isEqual: @escaping (Part, Part) -> Bool
  ) -> StateCheck<Part> {
    StateCheck(
      action: line(action), exhaustivity: exhaustivity, isEqual: isEqual,
      perform: { update in
        try reportingIssues(at: place) { try self.withOwnDependencies { try update() } }
      },
      report: { self.report($0, at: place, isSkipped: $1) })
  }

  package func difference(_ one: Any, _ other: Any) -> String {
    Difference.text(one, other) ?? "  (both print alike: \(Dump.line(one)))"
  }
}
