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
    let latest: Int64
    let isFirst: Bool
    let buffer: ReorderBuffer
    let afterHeld: Next
    let newest: Int64
    let lastTime: Int64
    let released: Released?
    let counts: InputReport.Counts
  }

  /// The most recently released record of those that were held.
  struct Released: Codable {
    let place: RecordPlace
    let time: Int64
  }

  /// Returns the state between two records. Records that have been decoded but not delivered are
  /// left to the reader.
  func state() -> State {
    forgetRows()
    return unsafe State(
      takenCount: counts.recordCount - (rows.isNextCounted ? 1 : 0),
      isNextCounted: rows.isNextCounted, next: next, value: value,
      lateness: lateness, latest: latest, isFirst: isFirst, buffer: buffer, afterHeld: afterHeld,
      newest: newest,
      lastTime: lastTime, released: released, counts: counts.counts)
  }

  /// Continues where another reading of the same records stopped; returns false if there are fewer
  /// records.
  func restore(_ state: State) -> Bool {
    var count = unsafe counts.recordCount
    while count < state.takenCount {
      switch reader.next() {
      case .record(let record): reuse(record)
      case .bad: break
      case .notYet, .end, .failed: return false
      }
      count += 1
    }
    unsafe (next, value) = (state.next, state.value)
    lateness = state.lateness
    unsafe (latest, isFirst) = (state.latest, state.isFirst)
    (buffer, afterHeld, newest) = (state.buffer, state.afterHeld, state.newest)
    unsafe lastTime = state.lastTime
    released = state.released
    unsafe counts.counts = state.counts
    unsafe rows.isNextCounted = state.isNextCounted
    return count == state.takenCount
  }
}
