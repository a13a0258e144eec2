import Expressions
import Reactive
import Values

/// Reads records one ahead, with their times: what is bad or late is dealt with here.
final class RecordAhead {
  /// What comes next.
  enum Next {
    case unread
    /// A record, which is in `value`, and its time if it has one.
    case record(time: Int64?)
    /// Records are there, and held until this instant.
    case held(until: Instant)
    /// The reader has nothing yet.
    case waiting
    /// Something is wrong with a record; what follows can be read.
    case failure(StreamFailure)
    /// Nothing more can be read.
    case broken(StreamFailure)
    case end
  }

  private let plan: InputPlan
  private let reader: any RecordReader
  private let badRecords: BadRecordPolicy
  private let hold: Int64?
  private let isLatePlayed: Bool
  /// Whether records have times, which `recordTime` tells.
  let hasTimes: Bool
  private let stop: ReadingStop?
  // Unchecked: nothing foreign runs while one of these is read or changed.
  @exclusivity(unchecked) private var recordTime: RecordTime?
  @exclusivity(unchecked) private(set) var next = Next.unread
  /// Beside `next`, where every look at that would copy it.
  @exclusivity(unchecked) private var value = Value.null
  @exclusivity(unchecked) private var counts: InputReport
  /// The time before which a record is late.
  @exclusivity(unchecked) private var latest = Int64.min
  @exclusivity(unchecked) private var isFirst = true
  private var buffer = ReorderBuffer()
  /// What comes when all that is held has come.
  private var afterHeld = Next.unread
  /// The latest time of a record that is or was held.
  private var newest = Int64.min

  init(_ plan: InputPlan, _ reader: any RecordReader, _ bindings: InputBindings) {
    badRecords = bindings.badRecords
    stop = bindings.stop
    hold = plan.hold
    isLatePlayed = plan.source.late == .now
    self.plan = plan
    self.reader = reader
    recordTime = plan.time.map(RecordTime.init)
    hasTimes = plan.time != nil
    counts = InputReport(of: plan.source)
  }

  /// What was done by now.
  var report: InputReport {
    var report = counts
    report.byteCount = reader.byteCount
    return report
  }

  /// Without times: how much later than the one before the next record comes.
  var distance: Int64 { isFirst ? 0 : plan.source.every?.nanoseconds ?? 0 }

  /// Whether a record comes next, now or later.
  var isAtRecord: Bool {
    switch next {
    case .record, .held: true
    default: false
    }
  }

  /// Whether nothing is known of what comes next until somebody has waited for it.
  var isAwaited: Bool {
    switch next {
    case .waiting, .held: reader.isAwaited
    default: false
    }
  }

  /// Waits until there is news of what comes next.
  func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    await reader.waitForNews(isolation: isolation)
  }

  /// Takes part in a playing; `call` is told of what can be read then.
  func begin(on scheduler: any Scheduler, onNews call: @escaping () -> Void) {
    reader.onNews = call
    reader.begin(on: scheduler)
  }

  func cancel() {
    reader.onNews = nil
    reader.cancel()
  }

  /// Puts the end in the place of a record that has not come yet, if reading is to stop; what is held
  /// comes all the same.
  func heedStop() {
    guard isStopped, hold == nil, case .record = next else { return }
    next = .end
  }

  private var isStopped: Bool { stop?.isStopped ?? false }

  /// Takes out the record that comes next.
  func takeRecord() -> Value {
    isFirst = false
    next = .unread
    var taken = Value.null
    swap(&taken, &value)
    return taken
  }

  /// Takes back a record that has been delivered.
  func reuse(_ record: consuming Value) {
    // Which texts the records had that are held and let go of is not known here.
    if hold == nil { reader.reuse(record) }
  }

  /// Goes past a failure.
  func passFailure() {
    next = .unread
  }

  /// Reads ahead, unless that has been done.
  func read(at now: Instant) {
    switch next {
    case .unread, .waiting, .held: break
    case .record, .failure, .broken, .end: return
    }
    if let hold { readInOrder(holding: hold, at: now) } else { next = readOne() }
  }
}

// MARK: - One record

extension RecordAhead {
  /// Reads the next record that is good and not late.
  private func readOne() -> Next {
    while !isStopped {
      let reason: String
      switch reader.next() {
      case .record(let record):
        counts.recordCount += 1
        value = record
        guard hasTimes else { return .record(time: nil) }
        do throws(EvaluationError) {
          guard let time = try recordTime?.nanoseconds(of: value) else {
            return .record(time: nil)
          }
          if let next = placed(at: time) { return next }
          continue
        } catch {
          reason = error.message
        }
      case .bad(let text):
        counts.recordCount += 1
        reason = text
      case .notYet: return .waiting
      case .end: return .end
      case .failed(let text):
        counts.trouble = text
        return .broken(StreamFailure("input '\(plan.source.name)': \(text)"))
      }
      if let failure = refuse(reason) { return .failure(failure) }
    }
    return .end
  }

  /// The record with its time, or what it is if it comes late; nil if it is dropped.
  private func placed(at time: Int64) -> Next? {
    if time < (hold == nil ? latest : newest) { counts.lateCount += 1 }
    if time >= latest || isLatePlayed {
      if hold == nil { latest = max(latest, time) }
      return .record(time: time)
    }
    return plan.source.late == .drop ? nil : .failure(lateFailure)
  }

  private var lateFailure: StreamFailure {
    let rule =
      hold == nil
      ? "a record earlier than the one before it"
      : "a record later than it could be put in order"
    return StreamFailure("input '\(plan.source.name)', \(reader.place): \(rule)")
  }

  /// Deals with a bad record. Gives the failure that it is, if it is one.
  private func refuse(_ reason: String) -> StreamFailure? {
    let record = BadRecord(
      input: plan.source.name, place: reader.place, reason: reason, text: reader.text)
    if case .fail = badRecords { return StreamFailure(record.message) }
    counts.badCount += 1
    if counts.badRecords.count < InputReport.keptCount { counts.badRecords.append(record) }
    if case .report(let receive) = badRecords { receive(record) }
    return nil
  }
}

// MARK: - Records in order

extension RecordAhead {
  /// Reads until no record can come that would stand before the first of those that are held.
  private func readInOrder(holding hold: Int64, at now: Instant) {
    while true {
      if let first = buffer.first, isAtEnd || first.time <= earliest(holding: hold) {
        return release()
      }
      guard !isAtEnd else {
        next = afterHeld
        if case .failure = next { afterHeld = .unread }
        return
      }
      switch readOne() {
      case .record(let time):
        buffer.insert(value, time: time ?? 0, arrival: now)
        newest = max(newest, time ?? 0)
        latest = max(latest, earliest(holding: hold))
      case .waiting:
        // While nothing comes, the clock says how long a record has been held.
        guard let first = buffer.first else {
          next = .waiting
          return
        }
        let end = first.arrival.advanced(byNanoseconds: hold)
        if end <= now, !reader.isAwaited { return release() }
        next = .held(until: end)
        return
      case let other: afterHeld = other
      }
    }
  }

  private var isAtEnd: Bool {
    if case .unread = afterHeld { false } else { true }
  }

  /// The earliest time that a record may still have.
  private func earliest(holding hold: Int64) -> Int64 {
    let (time, overflow) = newest.subtractingReportingOverflow(hold)
    return overflow ? .min : time
  }

  private func release() {
    let first = buffer.removeFirst()
    latest = max(latest, first.time)
    value = first.value
    next = .record(time: first.time)
  }
}
