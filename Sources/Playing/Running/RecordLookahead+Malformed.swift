import Checking
import Reactive
import Records
import StreamModels

// Records that cannot be read, or do not meet the condition for records.

extension RecordLookahead {
  /// Applies the policy for bad records. Returns the failure or the report of the record, or the
  /// failure of an input with too many of them; nil if the record is skipped.
  func refuse(_ reason: String, _ cause: FailureCause?) -> Next? {
    let record = BadRecord(
      input: plan.source.name, place: reader.place, reason: reason, hint: cause?.hint,
      text: reader.text)
    let policy = badRecords ?? statedPolicy
    if case .fail? = policy {
      let cause = cause ?? FailureCause(reason, at: nil)
      return .failure(
        StreamFailure(record.message, cause.during(self.record(at: record.place, time: nil))))
    }
    unsafe counts.badCount += 1
    if unsafe counts.badRecords.count < InputReport.keptCount {
      unsafe counts.badRecords.append(record)
    }
    if case .report(let receive)? = policy { receive(record) }
    if let failure = excess(atEnd: false) { return .broken(failure) }
    guard policy == nil else { return nil }
    isReport = true
    unsafe value = SideOutput.event(of: record)
    return .record(time: stated?.due.nanoseconds)
  }

  /// The policy that the document states; nil if it sends reports of the records to a side output.
  private var statedPolicy: BadRecordPolicy? {
    switch plan.source.malformed?.kind {
    case .fail: .fail
    case .skip, .drop: .skip
    case .output: nil
    case nil: badRecordLimit == nil ? .fail : .skip
    }
  }

  /// Returns the failure of an input with too many bad records; nil if it does not have too many.
  func excess(atEnd isAtEnd: Bool) -> StreamFailure? {
    guard let badRecordLimit,
      unsafe badRecordLimit.isExceeded(by: counts, atEnd: isAtEnd)
    else { return nil }
    let count = unsafe "\(counts.badCount) of \(counts.recordCount) records"
    let reason = "\(count) are bad; the limit is \(badRecordLimit.text)"
    return StreamFailure(
      "input '\(plan.source.name)': \(reason)",
      FailureCause(reason, at: nil).during(
        record(at: reader.place, time: nil)))
  }
}
