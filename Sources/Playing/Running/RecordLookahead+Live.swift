import Reactive
import Records
import StreamModels

// The records that are left in a reading when it catches up with the present, or is stopped.

extension RecordLookahead {
  /// The next record, for messages.
  var nextRecord: FailureCause.Record {
    guard case .record(let time) = unsafe next else { return delivered }
    return record(at: released?.place ?? reader.place, time: time)
  }

  /// Decides, when the input has caught up, how much longer records are held for sorting. Those
  /// that have been held for long enough by the calendar are released. The others are treated as if
  /// they were read now.
  func releaseHeld(at present: Instant, zero: Int64) {
    guard let hold else { return }
    buffer.setArrivals { time in
      let end = Instant(nanoseconds: time).advanced(byNanoseconds: 0 &- zero)
        .advanced(byNanoseconds: hold)
      return end <= present ? Instant(nanoseconds: .min) : present
    }
  }

  /// Replaces all remaining events with the end, and counts the records that have been read.
  func dropRest() {
    forgetRows()
    if case .record = unsafe next { noteUnplayed(nextRecord.place) }
    while buffer.first != nil { noteUnplayed(buffer.removeFirst().place) }
    while true {
      switch reader.next() {
      case .record(let record):
        countRecord()
        reuse(record)
      case .bad: countRecord()
      case .notYet, .end, .failed:
        unsafe next = .end
        return
      }
      noteUnplayed(reader.place)
    }
  }

  private func noteUnplayed(_ place: RecordPlace) {
    unsafe counts.unplayedCount += 1
    if unsafe counts.firstUnplayed == nil { unsafe counts.firstUnplayed = place }
  }
}
