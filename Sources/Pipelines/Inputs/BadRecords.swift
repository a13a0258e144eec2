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

/// A record that is earlier than one before it.
public struct LateRecord: Codable, Sendable, Hashable {
  /// The place of the record.
  public let place: RecordPlace
  /// The distance of its time from the latest time before it.
  public let lateness: Duration
}

/// The number of malformed records that an input may have, of those that are not a failure by
/// themselves.
public enum BadRecordLimit: Hashable, Sendable {
  /// So many.
  case count(Int)
  /// So many of a million records: 2.5 % are 25,000. The share is known at the end of an input, and
  /// at each malformed record once a thousand records have been read.
  case perMillion(Int)

  /// The number of records from which on a share of them means something.
  static let leastCount = 1000

  /// Returns whether a report exceeds the limit.
  func isExceeded(by report: InputReport, atEnd isAtEnd: Bool) -> Bool {
    switch self {
    case .count(let count): return report.badCount > count
    case .perMillion(let share):
      guard isAtEnd || report.recordCount >= Self.leastCount else { return false }
      let (bad, overflow) = report.badCount.multipliedReportingOverflow(by: 1_000_000)
      let (allowed, isAny) = report.recordCount.multipliedReportingOverflow(by: share)
      return !isAny && (overflow || bad > allowed)
    }
  }

  /// The limit in a message: "10", or "2.5 %".
  var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .perMillion(let share):
      // A billionth of a percent is a nanosecond here, because these are written exactly.
      "\(Seconds(nanoseconds: Int64(max(0, min(share, 1_000_000))) * 100_000).text) %"
    }
  }
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
  /// The first of these records.
  public internal(set) var lateRecords: [LateRecord] = []
  /// The number of bad records that were skipped.
  public internal(set) var badCount = 0
  /// The first of the skipped records.
  public internal(set) var badRecords: [BadRecord] = []
  /// The number of records before the origin that the playback was given, which were dropped.
  public internal(set) var earlyCount = 0
  /// The number of records that were read and not played, because the playback was stopped before
  /// they were due.
  public internal(set) var unplayedCount = 0
  /// The place of the first of these records.
  public internal(set) var firstUnplayed: RecordPlace?
  /// Whether the input finished at the end that the playback was given, and not with its last record.
  public internal(set) var isCutOff = false
  /// The reason reading stopped before the end, if it did.
  public internal(set) var trouble: String?
  /// The failure of a record that cannot be in the part that is played, if there was one; see
  /// ``InputWindow/ends``.
  public internal(set) var misplaced: String?

  mutating func noteLate(by nanoseconds: Int64, at place: @autoclosure () -> RecordPlace) {
    lateCount += 1
    greatestLateness = max(greatestLateness, .nanoseconds(nanoseconds))
    guard lateRecords.count < Self.keptCount else { return }
    lateRecords.append(LateRecord(place: place(), lateness: .nanoseconds(nanoseconds)))
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
    let earlyCount: Int
    let isCutOff: Bool
    let lateRecords: [LateRecord]
    let misplaced: String?
  }

  var counts: Counts {
    get {
      Counts(
        recordCount: recordCount, lateCount: lateCount, tooLateCount: tooLateCount,
        greatestLateness: greatestLateness, badCount: badCount, badRecords: badRecords,
        trouble: trouble, earlyCount: earlyCount,
        isCutOff: isCutOff, lateRecords: lateRecords, misplaced: misplaced)
    }
    set {
      (recordCount, lateCount) = (newValue.recordCount, newValue.lateCount)
      tooLateCount = newValue.tooLateCount
      greatestLateness = newValue.greatestLateness
      (badCount, badRecords) = (newValue.badCount, newValue.badRecords)
      trouble = newValue.trouble
      (earlyCount, isCutOff) = (newValue.earlyCount, newValue.isCutOff)
      (lateRecords, misplaced) = (newValue.lateRecords, newValue.misplaced)
    }
  }
}
