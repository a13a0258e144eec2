import Checking
import Reactive
import Records
import StreamModels
import Values

/// The next records, if many have been decoded, and the instant at which each of them is due.
///
/// They stay where the reader has decoded them. When a subscriber wants no more of them, or a
/// playback has ended, the undelivered ones are left for the next reader.
@safe final class RecordRows {
  /// The times in the records, and the instants at which they are due, in nanoseconds.
  let times: UnsafeMutablePointer<Int64>
  let dues: UnsafeMutablePointer<Int64>
  /// The records.
  @exclusivity(unchecked) private(set) var batch = RecordBatch()
  /// The end of these records in the batch, whose position is that of the next record; 0 if all of
  /// them have been delivered.
  @exclusivity(unchecked) fileprivate var end = 0
  /// Whether the next record has already been counted as read, because the playback waits or waited
  /// for it.
  @exclusivity(unchecked) var isNextCounted = false
  /// The state before the first of them.
  fileprivate var before = (start: 0, latest: Int64.min, isFirst: true)

  init() {
    unsafe times = .allocate(capacity: RecordBatch.size)
    unsafe dues = .allocate(capacity: RecordBatch.size)
    unsafe times.initialize(repeating: 0, count: RecordBatch.size)
    unsafe dues.initialize(repeating: 0, count: RecordBatch.size)
  }

  deinit {
    unsafe times.deallocate()
    unsafe dues.deallocate()
  }

  /// Whether there are records that have not been delivered.
  @inline(__always)
  var isPending: Bool { unsafe batch.position < end }

  /// The records that have not been delivered.
  var range: Range<Int> { unsafe batch.position..<end }

  /// Returns the instant at which a record is due.
  @inline(__always)
  func due(of row: Int) -> Instant { unsafe Instant(nanoseconds: dues[row]) }

  /// Returns the instants at which the records from a row on are due.
  @inline(__always)
  func dues(from row: Int) -> UnsafeBufferPointer<Int64> {
    unsafe UnsafeBufferPointer(start: dues + row, count: max(0, end - row))
  }

  fileprivate func begin(with batch: RecordBatch) {
    unsafe self.batch = batch
    unsafe end = batch.position
  }

  /// Whether no record has been delivered before a row.
  func isFirst(_ row: Int) -> Bool { row == before.start && before.isFirst }

  /// Drops all of them.
  func drop() {
    unsafe end = 0
  }
}

extension RecordLookahead {
  /// Restricts decoding to some fields of records, if many are decoded at once.
  func readOnly(_ fields: Set<Text>) {
    batches?.readOnly(fields)
    readsSome = true
  }

  /// Returns a record of the batch with all its fields.
  func wholeRecord(at row: Int) -> Value { batches?.wholeRecord(at: row) ?? .null }

  /// Takes the decoded records, up to the first one that is bad or late. Returns false if there are
  /// none, so that the next record has to be examined individually. Each record is due as if it was
  /// read after the previous one had been delivered. Records due after the current run of the
  /// scheduler stay with the reader.
  func readRows(at now: Instant, by clock: InputClock, on scheduler: any Scheduler) -> Bool {
    switch unsafe next {
    case .unread, .waiting: break
    case .record, .held, .failure, .broken, .end, .ending, .heldOpen: return false
    }
    guard !isStopped, let batch = batches?.decodedRecords() else { return false }
    rows.begin(with: batch)
    rows.before = unsafe (batch.position, latest, isFirst)
    let (horizon, clockStandsStill) = (scheduler._horizon, scheduler._clockStandsStill)
    var due = now
    let last = min(batch.count, batch.position + RowBatch.greatestSize)
    while unsafe rows.end < last, unsafe batch[rows.end].mistake < 0 {
      guard unsafe isWellFormed(rows.end) else { break }
      if hasTimes {
        guard let time = unsafe time(ofRow: rows.end), unsafe time >= latest, time >= origin
        else { break }
        due = max(due, clock.instant(of: time, now: due))
        guard due <= horizon, due.nanoseconds <= lastDue else { break }
        unsafe rows.times[rows.end] = time
        unsafe latest = time
      } else {
        due = due.advanced(byNanoseconds: distance)
        guard due <= horizon, due.nanoseconds <= lastDue else { break }
      }
      unsafe isFirst = false
      if clockStandsStill { due = now }
      unsafe rows.dues[rows.end] = due.nanoseconds
      unsafe rows.end += 1
    }
    if !rows.isPending { rows.drop() }
    return rows.isPending
  }

  /// Returns whether a record meets the condition for records.
  @inline(__always)
  private func isWellFormed(_ row: Int) -> Bool {
    guard unsafe condition != nil else { return true }
    let record = unsafe rows.batch.values[row]
    return unsafe condition?.fault(of: record) == nil
  }

  /// Returns the time of a record; nil if it has none, which is reported once it is the next
  /// record.
  @inline(__always)
  private func time(ofRow row: Int) -> Int64? {
    // The value is moved out and back, which costs nothing; reading it would retain it.
    let place = unsafe rows.batch.values + row
    let record = unsafe place.move()
    defer { unsafe place.initialize(to: record) }
    do throws(StreamFailure) {
      return unsafe try recordTime?.nanoseconds(of: record)
    } catch {
      return nil
    }
  }

  /// The instant at which the next record is due.
  var nextRowDue: Instant {
    if unsafe !rows.isNextCounted { unsafe counts.recordCount += 1 }
    unsafe rows.isNextCounted = true
    return unsafe Instant(nanoseconds: rows.dues[rows.batch.position])
  }

  /// Counts the next record, which is read individually, unless it was counted in a batch.
  func countRecord() {
    if unsafe !rows.isNextCounted { unsafe counts.recordCount += 1 }
    unsafe rows.isNextCounted = false
  }

  /// Marks the records up to a row as delivered; those before the row were dropped.
  @inline(__always)
  func passRows(to row: Int) {
    unsafe counts.recordCount += row - rows.batch.position + (rows.isNextCounted ? 0 : 1)
    unsafe rows.isNextCounted = false
    unsafe rows.batch.position = row + 1
    unsafe lastTime = unsafe rows.times[row]
    if !rows.isPending { rows.drop() }
  }

  /// Drops the records that have not been delivered because they had no subscribers, so that they
  /// are read again.
  func forgetRows() {
    guard rows.isPending else { return }
    let next = unsafe rows.batch.position
    if next == rows.before.start {
      unsafe (latest, isFirst) = (rows.before.latest, rows.before.isFirst)
    } else if hasTimes {
      unsafe latest = unsafe rows.times[next - 1]
    }
    rows.drop()
  }
}
