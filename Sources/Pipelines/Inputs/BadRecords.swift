import Values

/// A record that cannot be understood: it is no JSON, or has no time.
public struct BadRecord: Codable, Sendable, Hashable {
  /// The name of the input.
  public var input: String
  /// Where the record stands.
  public var place: RecordPlace
  /// Why the record could not be read.
  public var reason: String
  /// The way out, if the reason does not say it: "there are 'a' and 'b'".
  public var hint: String?
  /// What stands there, as it was found.
  public var text: [UInt8]

  /// `input 'trades', trades.ndjson:3: no JSON at byte 1: …`
  public var message: String { "input '\(input)', \(place): \(reason)" }
}

/// What becomes of a record that cannot be understood.
public enum BadRecordPolicy {
  /// It is a failure of the stream.
  case fail
  /// It is passed over, and counted.
  case skip
  /// It is handed over, and counted.
  case report((BadRecord) -> Void)
}

/// What a playing did with the records of an input.
public struct InputReport: Sendable, Hashable {
  /// How many bad records are kept.
  package static let keptCount = 3

  /// The name of the input.
  public let name: String
  /// How many were read, those that were dropped included.
  public internal(set) var recordCount = 0
  /// How many bytes were read, if the records are written as text.
  public internal(set) var byteCount = 0
  /// What is done with records that are late.
  public let late: InputSource.Lateness?
  /// How many were earlier than one before them.
  public internal(set) var lateCount = 0
  /// How much earlier than the latest before it one of these was at most: what `reorder` would have
  /// had to be.
  public internal(set) var greatestLateness = Duration.zero
  /// How many were passed over because they are bad.
  public internal(set) var badCount = 0
  /// The first of these.
  public internal(set) var badRecords: [BadRecord] = []
  /// Why it could not be read on, if it could not.
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
  /// What is counted, without what the document says.
  struct Counts: Codable {
    let recordCount: Int
    let lateCount: Int
    let greatestLateness: Duration
    let badCount: Int
    let badRecords: [BadRecord]
    let trouble: String?
  }

  var counts: Counts {
    get {
      Counts(
        recordCount: recordCount, lateCount: lateCount, greatestLateness: greatestLateness,
        badCount: badCount, badRecords: badRecords, trouble: trouble)
    }
    set {
      (recordCount, lateCount) = (newValue.recordCount, newValue.lateCount)
      greatestLateness = newValue.greatestLateness
      (badCount, badRecords) = (newValue.badCount, newValue.badRecords)
      trouble = newValue.trouble
    }
  }
}
