import Composable

/// A test's expectation of the next action of an effect.
struct ActionExpectation<Action> {
  let isMet: (Action) -> Bool
  /// A description of the expectation. It comes after the word 'expected'.
  let words: String
  /// Returns the difference for an action that does not meet the expectation.
  let difference: (Action) -> String?

  static func equal(to expected: Action) -> ActionExpectation where Action: Equatable {
    ActionExpectation(
      isMet: { $0 == expected }, words: "'\(Dump.line(expected))'",
      difference: { action in
        Difference.text(expected, action) ?? "  (both print alike: \(Dump.line(expected)))"
      })
  }

  static func matching(
    _ isMet: @escaping (Action) -> Bool, _ words: String
  ) -> ActionExpectation {
    ActionExpectation(isMet: isMet, words: words, difference: { _ in nil })
  }
}
