package import Expressions
package import Reactive
package import Records
package import Values

/// A saved playback: all that another playback of the same program needs to continue.
package struct PlaybackCheckpoint: Codable {
  /// The number of values that have been emitted.
  package var valueCount: Int
  /// The positions in the inputs; nil if the program has none.
  package var inputs: InputPositions?
  /// The instant of the clock.
  package var instant: Instant
  /// The time of a live playback according to the calendar, in nanoseconds since 1970.
  package var calendar: Int64?
  /// The states of the scheduler and of the stages.
  package var state: Value
  /// The operators to which the stages belong, and the number of that of each stage; nil for none.
  package var operators: [ExpressionPlace]
  package var stages: [Int?]

  /// The state of the clock; nil if it cannot be decoded.
  package var clock: VirtualScheduler.State? {
    guard case .object(let members) = state, let clock = members["scheduler"] else { return nil }
    do {
      return try ValueDecoder().decode(VirtualScheduler.State.self, from: clock)
    } catch {
      return nil
    }
  }

  /// Decodes the state. It can be used for one playback only.
  package func decoded() throws -> DecodedCheckpoint {
    try ValueDecoder().decode(DecodedCheckpoint.self, from: state)
  }
}
