public import Records
public import StreamModels

/// The counts of an input's records in one playback.
public struct InputReport: Sendable, Hashable {
  /// The maximum number of bad records that a report stores.
  package static let keptCount = 3

  /// The name of the input.
  public let name: String
  /// The number of records read, including those that were dropped.
  public internal(set) var recordCount = 0
  /// The number of bytes read, if the records are written as text.
  public internal(set) var byteCount = 0
  /// The treatment of late records.
  public let late: InputSource.Lateness?
  /// The treatment of malformed records that the document states; nil if it states none.
  public let malformed: ErrorPolicy?
  /// The number of records that were earlier than a previous one.
  public internal(set) var lateCount = 0
  /// The number of those that arrived too late to be reordered; 0 if records are not held back.
  public internal(set) var tooLateCount = 0
  /// The greatest lateness of such a record: the least value of `reorder` that would have been
  /// enough.
  public internal(set) var greatestLateness = Duration.zero
  /// The first of the late records.
  public internal(set) var lateRecords: [LateRecord] = []
  /// The number of bad records that were skipped.
  public internal(set) var badCount = 0
  /// The first of the skipped records.
  public internal(set) var badRecords: [BadRecord] = []
  /// The number of records that were dropped because they are before the given origin of the
  /// playback.
  public internal(set) var earlyCount = 0
  /// The number of records that were skipped because they had been read before the playback was
  /// saved.
  public internal(set) var repeatedCount = 0
  /// The number of records that were read but not played, because the playback was stopped before
  /// they were due.
  public internal(set) var unplayedCount = 0
  /// The place of the first of these records.
  public internal(set) var firstUnplayed: RecordPlace?
  /// Whether the input completed at the given end of the playback, and not with its last record.
  public internal(set) var isCutOff = false
  /// The reason why reading stopped before the end, if it did.
  public internal(set) var trouble: String?
  /// The failure caused by a record that cannot belong to the part that is played, if there was
  /// one; see ``InputWindow/ends``.
  public internal(set) var misplaced: String?

  mutating func noteLate(by nanoseconds: Int64, at place: @autoclosure () -> RecordPlace) {
    lateCount += 1
    greatestLateness = max(greatestLateness, .nanoseconds(nanoseconds))
    guard lateRecords.count < Self.keptCount else { return }
    lateRecords.append(LateRecord(place: place(), lateness: .nanoseconds(nanoseconds)))
  }

  package init(of source: InputSource) {
    name = source.name
    (late, malformed) = (source.late, source.malformed)
  }
}

// MARK: - Saving

extension InputReport {
  /// The counts, without the settings stated in the document.
  struct Counts: Codable {
    let recordCount: Int
    let lateCount: Int
    let tooLateCount: Int
    let greatestLateness: Duration
    let badCount: Int
    let badRecords: [BadRecord]
    let trouble: String?
    let earlyCount: Int
    let repeatedCount: Int?
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
        repeatedCount: repeatedCount, isCutOff: isCutOff, lateRecords: lateRecords,
        misplaced: misplaced)
    }
    set {
      (recordCount, lateCount) = (newValue.recordCount, newValue.lateCount)
      tooLateCount = newValue.tooLateCount
      greatestLateness = newValue.greatestLateness
      (badCount, badRecords) = (newValue.badCount, newValue.badRecords)
      trouble = newValue.trouble
      (earlyCount, isCutOff) = (newValue.earlyCount, newValue.isCutOff)
      repeatedCount = newValue.repeatedCount ?? 0
      (lateRecords, misplaced) = (newValue.lateRecords, newValue.misplaced)
    }
  }
}

extension BadRecordLimit {
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

  /// The limit as a string for messages: "10", or "2.5 %".
  var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .perMillion(let share):
      // A billionth of a percent is represented as a nanosecond, because those are printed exactly.
      "\(Seconds(nanoseconds: Int64(max(0, min(share, 1_000_000))) * 100_000).text) %"
    }
  }
}
