package import StreamModels

/// The records that a test states for an input, with the instants at which they arrive.
package struct StatedRecords: Sendable {
  package let records: MarblePlan
  /// Whether the playback begins with the first of them. This is so if their times count from 1970.
  package let setsStart: Bool

  /// The time of the first record; nil if there is none.
  package var firstTime: Int64? {
    guard let first = records.events.first, case .value = first.kind else { return nil }
    return first.time
  }
}
