import Values

extension RecordLookahead {
  /// The state of the reading of an input: how far it has come, the next record if that has been
  /// read, and the records that are held to put them in order.
  struct State: Codable {
    /// How many records the reader has given, and whether the next one counts as read already.
    let takenCount: Int
    let isNextCounted: Bool
    let next: Next
    let value: Value
    let latest: Int64
    let isFirst: Bool
    let buffer: ReorderBuffer
    let afterHeld: Next
    let newest: Int64
    let lastTime: Int64
    let released: Released?
    let counts: InputReport.Counts
  }

  /// A record that was let go of, of those that are held.
  struct Released: Codable {
    let place: RecordPlace
    let time: Int64
  }

  /// The state between two records. Those that have been decoded and have not come are left to the
  /// reader.
  func state() -> State {
    forgetRows()
    return unsafe State(
      takenCount: counts.recordCount - (rows.isNextCounted ? 1 : 0),
      isNextCounted: rows.isNextCounted, next: next, value: value,
      latest: latest, isFirst: isFirst, buffer: buffer, afterHeld: afterHeld, newest: newest,
      lastTime: lastTime, released: released, counts: counts.counts)
  }

  /// Goes on where another reading of the same records has come to. False if there are fewer.
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
    unsafe (latest, isFirst) = (state.latest, state.isFirst)
    (buffer, afterHeld, newest) = (state.buffer, state.afterHeld, state.newest)
    unsafe lastTime = state.lastTime
    released = state.released
    unsafe counts.counts = state.counts
    unsafe rows.isNextCounted = state.isNextCounted
    return count == state.takenCount
  }
}
