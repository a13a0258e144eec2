package import Reactive

/// The positions of a playback in its inputs, from which another one continues.
package struct InputPositions: Codable, Sendable {
  package struct Input: Codable, Sendable {
    package let name: String
    /// The position; nil for records that come only once.
    package let position: ReadingPosition?

    package init(name: String, position: ReadingPosition?) {
      self.name = name
      self.position = position
    }
  }

  /// A playback that only played the past of the inputs.
  package struct Past: Codable, Sendable {
    /// The earliest time of records that it did not play, according to the records, in nanoseconds;
    /// nil if it played all that it was given.
    package let end: Int64?

    package init(end: Int64?) {
      self.end = end
    }
  }

  /// The instant at which the playback started.
  package let start: Instant
  /// The time since 1970 of the instant zero, in nanoseconds, if the playback follows the calendar.
  package let calendarZero: Int64?
  /// The instant at which the playback was saved.
  package let instant: Instant
  /// The inputs that are read, in document order.
  package let inputs: [Input]
  /// Set if the playback that continues has other inputs.
  package var past: Past?

  package init(start: Instant, calendarZero: Int64?, instant: Instant, inputs: [Input]) {
    self.instant = instant
    self.start = start
    self.calendarZero = calendarZero
    self.inputs = inputs
  }
}
