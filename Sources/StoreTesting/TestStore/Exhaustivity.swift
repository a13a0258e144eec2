/// How much a test of a store must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of the state, every action of an effect, and the end of every effect.
  case on

  /// Only what the test asserts. If this is requested, what it leaves out is shown as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only what the test asserts.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }
}
