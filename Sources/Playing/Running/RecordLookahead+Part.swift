import Checking
import Records
import StreamModels
import Values

// The records of a part of a whole log, which was split by key and sorted by time. A record that
// does not fit shows that this was not done, or that the given times belong to another log. Every
// such record would be missing from the results of all parts, so it ends the input.

extension RecordLookahead {
  /// Returns a record with its time, or a failure if the record cannot be in this part.
  func placedInPart(at time: Int64) -> Next {
    unsafe lastTime = time
    guard time >= origin else {
      return misplaced(
        "before the first record of the whole", by: origin.distance(downTo: time),
        hint: "the origin must be the time of the first record of all parts")
    }
    guard unsafe time >= latest else {
      return unsafe misplaced(
        "earlier than the previous one", by: latest.distance(downTo: time),
        hint: "sort the records of a part by their times")
    }
    unsafe latest = time
    return .record(time: time)
  }

  /// Replaces the next record with a failure, because its input has no record this late in the
  /// whole log.
  func refuseAfterEnd(by nanoseconds: Int64) {
    unsafe value = .null
    unsafe next = misplaced(
      "after the last record of its input in the whole", by: nanoseconds,
      hint: "the end of an input must be the time of its last record of all parts")
  }

  private func misplaced(_ rule: String, by nanoseconds: Int64, hint: String) -> Next {
    let reason = "the record is \(Seconds(nanoseconds: nanoseconds).text) s \(rule)"
    let message = "input '\(plan.source.name)', \(reader.place): \(reason)"
    // A stream that catches the failure must not hide it, because the record is lost anyway.
    unsafe counts.misplaced = message
    let cause = FailureCause(reason, hint: hint, at: nil)
    return .broken(
      StreamFailure(message, cause.during(unsafe record(at: reader.place, time: lastTime))))
  }
}
