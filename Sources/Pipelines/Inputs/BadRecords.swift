import Values

/// A malformed record: it is not JSON, or has no time.
public struct BadRecord: Codable, Sendable, Hashable {
  /// The name of the input.
  public var input: String
  /// The place of the record.
  public var place: RecordPlace
  /// The reason the record could not be read.
  public var reason: String
  /// A hint, if the reason does not contain one: "there are 'a' and 'b'".
  public var hint: String?
  /// The text of the record, as it was found.
  public var text: [UInt8]

  /// `input 'trades', trades.ndjson:3: no JSON at byte 1: …`
  public var message: String { "input '\(input)', \(place): \(reason)" }
}

/// The treatment of malformed records.
public enum BadRecordPolicy {
  /// The stream fails.
  case fail
  /// The record is skipped, and counted.
  case skip
  /// The record is passed to the closure, and counted.
  case report((BadRecord) -> Void)
}

/// The counts of an input's records in one playback.
public struct InputReport: Sendable, Hashable {
  /// The number of bad records that a report keeps.
  package static let keptCount = 3

  /// The name of the input.
  public let name: String
  /// The number of records read, including those that were dropped.
  public internal(set) var recordCount = 0
  /// The number of bytes read, if the records are written as text.
  public internal(set) var byteCount = 0
  /// The treatment of late records.
  public let late: InputSource.Lateness?
  /// The number of records that were earlier than one before them.
  public internal(set) var lateCount = 0
  /// The number of those that came too late to be put in order; 0 if records are not held for that.
  public internal(set) var tooLateCount = 0
  /// The greatest distance of such a record from the latest time before it: the least value of
  /// `reorder` that would have sufficed.
  public internal(set) var greatestLateness = Duration.zero
  /// The number of bad records that were skipped.
  public internal(set) var badCount = 0
  /// The first of the skipped records.
  public internal(set) var badRecords: [BadRecord] = []
  /// The reason reading stopped before the end, if it did.
  public internal(set) var trouble: String?

  mutating func noteLateness(_ nanoseconds: Int64) {
    greatestLateness = max(greatestLateness, .nanoseconds(nanoseconds))
  }

  init(of source: InputSource) {
    name = source.name
    late = source.late
  }
}

// MARK: - Saving

extension InputReport {
  /// The counts, without the settings that the document states.
  struct Counts: Codable {
    let recordCount: Int
    let lateCount: Int
    let tooLateCount: Int
    let greatestLateness: Duration
    let badCount: Int
    let badRecords: [BadRecord]
    let trouble: String?
  }

  var counts: Counts {
    get {
      Counts(
        recordCount: recordCount, lateCount: lateCount, tooLateCount: tooLateCount,
        greatestLateness: greatestLateness, badCount: badCount, badRecords: badRecords,
        trouble: trouble)
    }
    set {
      (recordCount, lateCount) = (newValue.recordCount, newValue.lateCount)
      tooLateCount = newValue.tooLateCount
      greatestLateness = newValue.greatestLateness
      (badCount, badRecords) = (newValue.badCount, newValue.badRecords)
      trouble = newValue.trouble
    }
  }
}
