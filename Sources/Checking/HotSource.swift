/// A source that later subscribers do not play from its start. Once it has ended, it has no more
/// values for any subscriber.
package enum HotSource: Sendable {
  /// The values of the group in which a stream plays.
  case group
  /// The input with this number.
  case input(Int)
  /// The side output with this number.
  case sideOutput(Int)
}
