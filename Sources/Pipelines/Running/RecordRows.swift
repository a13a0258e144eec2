import Reactive
import Values

/// Records that have been decoded and come next, one after the other, and when each of them is due.
///
/// They stay where the reader has decoded them: a subscriber that wants no more, or a playing that is
/// over, leaves those that have not come for whoever reads on.
@safe final class RecordRows {
  /// The times that records say, and those at which they are due, in nanoseconds.
  let times: UnsafeMutablePointer<Int64>
  let dues: UnsafeMutablePointer<Int64>
  /// Where the records are.
  @exclusivity(unchecked) private(set) var batch = RecordBatch()
  /// Behind the last of these records in the batch, of which the next is at the batch's position; 0 if
  /// all of them have come.
  @exclusivity(unchecked) fileprivate var end = 0
  /// Whether the next record counts as read already, because it is or was waited for.
  @exclusivity(unchecked) var isNextCounted = false
  /// What was so before the first of them.
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

  /// Whether there are records that have not come.
  @inline(__always)
  var isPending: Bool { unsafe batch.position < end }

  /// The records that have not come.
  var range: Range<Int> { unsafe batch.position..<end }

  /// When a record is due.
  @inline(__always)
  func due(of row: Int) -> Instant { unsafe Instant(nanoseconds: dues[row]) }

  /// When the records from one on are due.
  @inline(__always)
  func dues(from row: Int) -> UnsafeBufferPointer<Int64> {
    unsafe UnsafeBufferPointer(start: dues + row, count: max(0, end - row))
  }

  fileprivate func begin(with batch: RecordBatch) {
    unsafe self.batch = batch
    unsafe end = unsafe batch.position
  }

  /// Has none of them come.
  func drop() {
    unsafe end = 0
  }
}

extension RecordLookahead {
  /// Has only some fields of records decoded, as far as many are decoded at once.
  func readOnly(_ fields: Set<Text>) {
    batches?.readOnly(fields)
    readsSome = true
  }

  /// The whole of a record of the batch.
  func wholeRecord(at row: Int) -> Value { batches?.wholeRecord(at: row) ?? .null }

  /// Takes in the records that have been decoded, as far as they are good and not late; false if there
  /// are none, and what comes next has to be looked at by itself. Each is due when it would be if it
  /// were read after the one before it had come. What is due after the run that is under way stays with
  /// the reader.
  func readRows(at now: Instant, by clock: InputClock, on scheduler: any Scheduler) -> Bool {
    switch unsafe next {
    case .unread, .waiting: break
    case .record, .held, .failure, .broken, .end: return false
    }
    guard !isStopped, let batch = batches?.decodedRecords() else { return false }
    rows.begin(with: batch)
    rows.before = unsafe (batch.position, latest, isFirst)
    let (horizon, clockStandsStill) = (scheduler.horizon, scheduler.clockStandsStill)
    var due = now
    let last = unsafe min(batch.count, batch.position + RowBatch.greatestSize)
    while unsafe rows.end < last, unsafe batch[rows.end].mistake < 0 {
      if hasTimes {
        guard let time = unsafe time(ofRow: rows.end), unsafe time >= latest else { break }
        due = max(due, clock.instant(of: time, now: due))
        guard due <= horizon else { break }
        unsafe rows.times[rows.end] = time
        unsafe latest = time
      } else {
        due = due.advanced(byNanoseconds: distance)
        guard due <= horizon else { break }
      }
      unsafe isFirst = false
      if clockStandsStill { due = now }
      unsafe rows.dues[rows.end] = due.nanoseconds
      unsafe rows.end += 1
    }
    if !rows.isPending { rows.drop() }
    return rows.isPending
  }

  /// The time of a record; nil if it has none, which is told when its turn comes.
  @inline(__always)
  private func time(ofRow row: Int) -> Int64? {
    // Taken out and put back, which costs nothing; to read it would be to retain it.
    let place = unsafe rows.batch.values + row
    let record = unsafe place.move()
    defer { unsafe place.initialize(to: record) }
    do throws(StreamFailure) {
      return unsafe try recordTime?.nanoseconds(of: record)
    } catch {
      return nil
    }
  }

  /// When the next record is due.
  var nextRowDue: Instant {
    if unsafe !rows.isNextCounted { unsafe counts.recordCount += 1 }
    unsafe rows.isNextCounted = true
    return unsafe Instant(nanoseconds: rows.dues[rows.batch.position])
  }

  /// Counts the next record, which is read by itself, unless that was done when it was in a batch.
  func countRecord() {
    if unsafe !rows.isNextCounted { unsafe counts.recordCount += 1 }
    unsafe rows.isNextCounted = false
  }

  /// Has records come, up to one of them; those before it nobody wants.
  @inline(__always)
  func passRows(to row: Int) {
    unsafe counts.recordCount += row - rows.batch.position + (rows.isNextCounted ? 0 : 1)
    unsafe rows.isNextCounted = false
    unsafe rows.batch.position = row + 1
    unsafe lastTime = unsafe rows.times[row]
    if !rows.isPending { rows.drop() }
  }

  /// Has the records that have not come decided anew: there was nobody for whom they could have come.
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
