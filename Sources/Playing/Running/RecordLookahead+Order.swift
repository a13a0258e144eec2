import Reactive
import Records

// Records that are held back to put them in order.

extension RecordLookahead {
  /// Reads until no record can arrive that belongs before the first of the held ones.
  func readInOrder(holding hold: Int64, at now: Instant, _ isBehind: Bool) {
    while true {
      if let first = buffer.first, isAtEnd || first.time <= earliest(holding: hold) {
        return release()
      }
      guard !isAtEnd else {
        unsafe next = afterHeld
        if case .failure = unsafe next { afterHeld = .unread }
        return
      }
      switch readOne() {
      case .record(let time) where isReport:
        unsafe next = .record(time: time)
        return
      case .record(let time):
        unsafe buffer.insert(
          value, from: reader.place, time: time ?? 0, arrival: now, lateness: lateness.take())
        newest = max(newest, time ?? 0)
        unsafe latest = unsafe max(latest, earliest(holding: hold))
      case .waiting:
        // While nothing arrives, the clock determines how long a record has been held.
        guard let first = buffer.first else {
          unsafe next = .waiting
          return
        }
        let end = first.arrival.advanced(byNanoseconds: hold)
        if end <= now, !awaitsReader, !isBehind { return release() }
        unsafe next = .held(until: end)
        return
      case let other: afterHeld = other
      }
    }
  }

  private var isAtEnd: Bool {
    if case .unread = afterHeld { false } else { true }
  }

  /// Returns the earliest time that a further record may have.
  private func earliest(holding hold: Int64) -> Int64 {
    let (time, overflow) = newest.subtractingReportingOverflow(hold)
    return overflow ? .min : time
  }

  private func release() {
    let first = buffer.removeFirst()
    unsafe latest = unsafe max(latest, first.time)
    released = Released(place: first.place, time: first.time)
    lateness = first.lateness
    unsafe value = first.value
    unsafe next = .record(time: first.time)
  }
}
