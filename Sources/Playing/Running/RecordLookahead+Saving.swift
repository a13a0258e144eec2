import Checking
import Records
import Values

extension RecordLookahead {
  /// The state of the reading of an input: its position, the next record if it has been read, and
  /// the records that are held for sorting.
  struct State: Codable {
    /// The number of records taken from the reader, and whether the next one is already counted.
    let takenCount: Int
    let isNextCounted: Bool
    let next: Next
    let value: Value
    let lateness: Int64?
    /// Nil unless it is true, which earlier versions did not save.
    let isReport: Bool?
    let latest: Int64
    let isFirst: Bool
    let buffer: ReorderBuffer
    let afterHeld: Next
    let newest: Int64
    let lastTime: Int64
    let released: Released?
    let counts: InputReport.Counts
    /// The greatest value by which records that a sender repeats are recognized.
    let mark: Value?
  }

  /// The most recently released record of those that were held.
  struct Released: Codable {
    let place: RecordPlace
    let time: Int64
  }

  /// Returns the state between two records. Records that have been decoded but not delivered are
  /// left to the reader, except the next one if it is scheduled.
  func state(isNextScheduled: Bool) -> State {
    let row = isNextScheduled && rows.isPending ? rows.range.lowerBound : nil
    if row == nil { forgetRows() }
    let time = row.flatMap { row in hasTimes ? unsafe rows.times[row] : nil }
    return unsafe State(
      takenCount: counts.recordCount - (rows.isNextCounted && row == nil ? 1 : 0),
      isNextCounted: rows.isNextCounted && row == nil,
      next: row == nil ? next : .record(time: time), value: row.map(wholeRecord) ?? value,
      lateness: lateness, isReport: isReport ? true : nil, latest: time ?? latest,
      isFirst: row.map { rows.isFirst($0) } ?? isFirst, buffer: buffer, afterHeld: afterHeld,
      newest: newest, lastTime: time ?? lastTime, released: released,
      counts: isAtEndOfPast ? InputReport(of: plan.source).counts : counts.counts,
      mark: mark?.greatest)
  }

  /// Forgets records from a time on, because another playback reads them.
  func forget(from end: Int64) {
    buffer.removeAll(from: end)
    (newest, afterHeld) = (min(newest, end &- 1), .unread)
    unsafe latest = unsafe min(latest, end &- 1)
  }

  /// The position of the reader after the records in the state; nil if they come only once.
  func position(isNextScheduled: Bool) -> ReadingPosition? {
    (reader as? any PositionedReader)?
      .position(after: isNextScheduled && rows.isPending ? 1 : 0)
  }

  /// Continues where another reading of the same records stopped; returns false if there are fewer
  /// records.
  func restore(_ state: State) -> Bool {
    var count = unsafe isPositioned ? state.takenCount : counts.recordCount
    while count < state.takenCount {
      switch reader.next() {
      case .record(let record): reuse(record)
      case .bad: break
      case .notYet, .end, .failed: return false
      }
      count += 1
    }
    unsafe (next, value) = (state.next, state.value)
    (lateness, isReport) = (state.lateness, state.isReport ?? false)
    unsafe (latest, isFirst) = (state.latest, state.isFirst)
    (buffer, afterHeld, newest) = (state.buffer, state.afterHeld, state.newest)
    unsafe lastTime = state.lastTime
    released = state.released
    mark?.skip(upTo: state.mark)
    unsafe counts.counts = state.counts
    unsafe rows.isNextCounted = state.isNextCounted
    return count == state.takenCount
  }
}
