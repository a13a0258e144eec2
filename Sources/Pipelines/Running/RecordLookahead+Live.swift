import Reactive
import Values

// What is left in a reading when it catches up with the present, or is stopped.

extension RecordLookahead {
  /// The next record, for messages.
  var nextRecord: FailureCause.Record {
    guard case .record(let time) = unsafe next else { return delivered }
    return record(at: released?.place ?? reader.place, time: time)
  }

  /// Decides, when the input has caught up, how long the records that are held for sorting stay so:
  /// those that have been held for long enough by the calendar, no longer; the others as if they
  /// were read now.
  func releaseHeld(at present: Instant, zero: Int64) {
    guard let hold else { return }
    buffer.setArrivals { time in
      let end = Instant(nanoseconds: time).advanced(byNanoseconds: 0 &- zero)
        .advanced(byNanoseconds: hold)
      return end <= present ? Instant(nanoseconds: .min) : present
    }
  }

  /// Replaces everything that is still to come by the end, and counts the records that have been
  /// read.
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
