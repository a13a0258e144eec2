/// How much of what happens a test of a store has to state.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of the state, every action of an effect, and the end of every effect.
  case on

  /// Only what the test names. What it leaves out is shown as warnings if it is asked for.
  case off(showSkippedAssertions: Bool)

  /// Only what the test names.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }
}
