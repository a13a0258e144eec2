import Checking
import Expressions
import Reactive
import Records
import StreamModels
import Values

/// Reads one record ahead, with its time, and deals with bad and late records.
final class RecordLookahead {
  /// The next event of the input.
  enum Next: Codable {
    case unread
    /// A record, which is in `value`, and its time if it has one.
    case record(time: Int64?)
    /// There are only records that are held until this instant.
    case held(until: Instant)
    /// The reader has nothing to deliver yet.
    case waiting
    /// A record failed; reading can continue after it.
    case failure(StreamFailure)
    /// Reading failed, and cannot continue.
    case broken(StreamFailure)
    case end
    /// An end at its own instant, with a failure if there is one.
    case ending(at: Instant, StreamFailure?)
    /// An end once nothing else is pending.
    case heldOpen
  }

  let plan: InputPlan
  let reader: any RecordReader
  /// The same reader, if it decodes many records at once and they are not sorted here.
  let batches: (any BatchReader)?
  /// The same reader, if it has stated records.
  let stated: StatedRecordReader?
  let badRecords: BadRecordPolicy?
  let badRecordLimit: BadRecordLimit?
  /// The time before which records are dropped or, in a part of a log, cause a failure.
  let origin: Int64
  /// Where the input completes, and the last instant at which a record of a batch can be played.
  let end: InputEnd
  let lastDue: Int64
  let hold: Int64?
  private let lateTreatment: InputSource.Lateness.Treatment?
  /// Whether records have times, which `recordTime` reads.
  let hasTimes: Bool
  private let stop: ReadingStop?
  /// The earliest time of records that a playback of the past did not play.
  private let seam: Int64
  /// Whether the records are the past of the input, and whether all of them have been read.
  private let isPast: Bool
  private(set) var isAtEndOfPast = false
  /// Whether records that were read before a stop are played, if they are due.
  var playsRest = false
  // Unchecked, because no foreign code runs while one of these is read or changed.
  @exclusivity(unchecked) var recordTime: RecordTime?
  @exclusivity(unchecked) var condition: RecordCondition?
  @exclusivity(unchecked) var next = Next.unread
  /// The lateness of the next record, if it is reported instead of emitting the record.
  var lateness: Int64?
  /// Whether the next record is the report of a malformed one.
  var isReport = false
  /// Separate from `next`, because every access to that would copy the value.
  @exclusivity(unchecked) var value = Value.null
  @exclusivity(unchecked) var counts: InputReport
  /// The time before which a record is late.
  @exclusivity(unchecked) var latest = Int64.min
  @exclusivity(unchecked) var isFirst = true
  var buffer = ReorderBuffer()
  /// The event after all held records.
  var afterHeld = Next.unread
  /// The latest time of all records that are or were held.
  var newest = Int64.min
  /// The time of the most recently read record.
  @exclusivity(unchecked) var lastTime: Int64 = 0
  /// Whether only some fields of the records are decoded.
  var readsSome = false
  /// The next records, if many have been decoded.
  let rows = RecordRows()
  /// The most recently released record of those that were held.
  var released: Released?
  /// Recognizes records that a sender repeats; nil if none are expected.
  var mark: RecordMark?
  /// Whether the reader is already at the position of a saved playback.
  var isPositioned = false

  init(
    _ plan: InputPlan, _ reader: any RecordReader, _ bindings: InputBindings,
    stated: StatedRecordReader? = nil
  ) {
    mark = stated == nil ? bindings.resumeAfter.map(RecordMark.init) : nil
    badRecords = bindings.badRecords
    badRecordLimit = bindings.badRecordLimit
    seam = bindings.resumed?.past?.end ?? .min
    isPast = bindings.isPast
    origin = max(seam, bindings.window.origin?.nanoseconds ?? .min)
    stop = bindings.stop
    end = InputEnd(of: plan.source.name, in: bindings.window)
    lastDue = end.lastRecord
    // The records of a part have been put in order as part of the whole log.
    hold = bindings.window.ends == nil ? plan.hold : nil
    batches = hold == nil && mark == nil ? reader as? any BatchReader : nil
    self.stated = stated
    lateTreatment = plan.source.late?.treatment
    self.plan = plan
    self.reader = reader
    unsafe recordTime = plan.time.map { RecordTime($0, in: plan.source.unit) }
    unsafe condition = plan.require.map(RecordCondition.init)
    hasTimes = plan.time != nil
    unsafe counts = InputReport(of: plan.source)
  }

  /// The report so far.
  var report: InputReport {
    var report = unsafe counts
    report.byteCount = reader.byteCount
    return report
  }

  /// The most recently taken record, for messages.
  var delivered: FailureCause.Record {
    guard let released else {
      return unsafe record(at: reader.place, time: hasTimes ? lastTime : nil)
    }
    return record(at: released.place, time: released.time)
  }

  func record(at place: RecordPlace, time: Int64?) -> FailureCause.Record {
    FailureCause.Record(
      input: plan.source.name, place: place,
      time: time.map { RecordTime.text(of: $0, origin: plan.source.origin) })
  }

  /// For records without times: the delay of the next record after the previous one.
  var distance: Int64 { unsafe isFirst || isReport ? 0 : plan.source.every?.nanoseconds ?? 0 }

  /// Whether a record is next, now or later.
  var isAtRecord: Bool {
    if rows.isPending { return true }
    switch unsafe next {
    case .record, .held, .ending: return true
    default: return false
    }
  }

  /// Whether the next event is unknown until there is news from the reader.
  var isWaiting: Bool {
    if rows.isPending { return false }
    switch unsafe next {
    case .waiting, .held: return true
    default: return false
    }
  }

  /// Whether virtual time waits for that news.
  var isAwaited: Bool { isWaiting && awaitsReader }

  /// Whether virtual time waits for the reader when that has nothing to deliver yet.
  var awaitsReader: Bool { !isAtEndOfPast && (reader._isAwaited || stop?.isPaused == true) }

  /// Waits until there is news about the next record.
  func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    await reader._waitForNews(isolation: isolation)
  }

  /// Joins a playback; `call` is called when there may be more to read.
  func begin(on scheduler: any Scheduler, onNews call: @escaping () -> Void) {
    reader.onNews = call
    reader.begin(on: scheduler)
  }

  func cancel() {
    reader.onNews = nil
    reader.cancel()
  }

  /// If reading must stop, replaces a record that has not been delivered yet with the end. Held
  /// records are still delivered.
  func heedStop() {
    guard isStopped, hold == nil else { return }
    if rows.isPending {
      rows.drop()
      unsafe next = .end
    } else if case .record = unsafe next {
      unsafe next = .end
    }
  }

  /// Whether reading has been stopped, from outside.
  var wasStopped: Bool { stop?.isStopped ?? false }

  /// Whether reading ends immediately because of that.
  var isStopped: Bool { !playsRest && wasStopped }

  /// Takes the lateness of the next record; returns nil if the record is emitted.
  func takeLateness() -> Int64? { lateness.take() }

  /// Takes the note that the next record is the report of a malformed one.
  func takeReport() -> Bool {
    guard isReport else { return false }
    isReport = false
    return true
  }

  /// Takes the next record.
  func takeRecord() -> Value {
    unsafe isFirst = false
    return takeValue()
  }

  /// Takes the value of the next event.
  func takeValue() -> Value {
    unsafe next = .unread
    var taken = Value.null
    unsafe swap(&taken, &value)
    return taken
  }

  /// Takes back a delivered record, so that its memory can be reused.
  func reuse(_ record: consuming Value) {
    // The texts of held and released records are not known here.
    if hold == nil { reader._reuse(record) }
  }

  /// Replaces all remaining events with the end, because the inputs complete earlier.
  func cutOff() {
    rows.drop()
    unsafe next = isPast ? endPast() : .end
    unsafe counts.isCutOff = !isPast
  }

  /// Notes that the past has been read. From then on, the input is silent.
  private func endPast() -> Next {
    isAtEndOfPast = true
    return .waiting
  }

  /// Moves past a failure.
  func passFailure() {
    unsafe next = .unread
  }

  /// Reads ahead, unless that has been done.
  ///
  /// - Parameter isBehind: Whether the input has not caught up with the present, so that no clock
  ///   determines how long a record has been held.
  func read(at now: Instant, isBehind: Bool = false) {
    switch unsafe next {
    case .unread, .waiting, .held: break
    case .record, .failure, .broken, .end, .ending, .heldOpen: return
    }
    if let hold { readInOrder(holding: hold, at: now, isBehind) } else { unsafe next = readOne() }
  }
}

// MARK: - One record

extension RecordLookahead {
  /// Reads the next record that is neither bad nor late.
  func readOne() -> Next {
    if isAtEndOfPast { return .waiting }
    while !isStopped {
      let reason: String
      var cause: FailureCause?
      switch reader.next() {
      case .record(let record):
        countRecord()
        do throws(EvaluationError) {
          if try mark?.isRepeated(record) == true {
            unsafe counts.repeatedCount += 1
            continue
          }
        } catch {
          reason = error.message
          break
        }
        unsafe value = record
        if let fault = unsafe condition?.fault(of: value) {
          (reason, cause) = fault
          break
        }
        guard hasTimes else { return .record(time: stated?.due.nanoseconds) }
        do throws(StreamFailure) {
          guard let time = unsafe try recordTime?.nanoseconds(of: value) else {
            return .record(time: nil)
          }
          if case .behind = end { return placedInPart(at: time) }
          guard time >= origin else {
            if time >= seam { unsafe counts.earlyCount += 1 }
            continue
          }
          if let next = placed(at: time) { return next }
          continue
        } catch {
          reason = error.message
          cause = error.cause
        }
      case .bad(let text):
        countRecord()
        reason = text
      case .notYet: return .waiting
      case .end where isPast: return endPast()
      case .end: return statedEnd(nil) ?? excess(atEnd: true).map { .broken($0) } ?? .end
      case .failed(let text):
        if let end = statedEnd(StreamFailure(text)) { return end }
        // If reading was stopped, the end of a compressed file is missing.
        if wasStopped { return .end }
        unsafe counts.trouble = text
        return .broken(StreamFailure("input '\(plan.source.name)': \(text)"))
      }
      if let next = refuse(reason, cause) { return next }
    }
    return .end
  }

  /// Returns the end of stated records; nil for other records, and for an end that immediately
  /// follows the last record.
  private func statedEnd(_ failure: StreamFailure?) -> Next? {
    guard let stated else { return nil }
    if stated.endsLater { return .ending(at: stated.due, failure) }
    return failure.map(Next.broken)
  }

  /// Returns a record with its time, or the failure of a late record; nil if the record is dropped.
  private func placed(at time: Int64) -> Next? {
    unsafe lastTime = time
    let newest = unsafe hold == nil ? latest : newest
    if time < newest {
      unsafe counts.noteLate(by: newest.distance(downTo: time), at: reader.place)
    }
    guard unsafe time < latest else {
      if hold == nil { unsafe latest = time }
      return .record(time: time)
    }
    if hold != nil { unsafe counts.tooLateCount += 1 }
    switch lateTreatment {
    case .now: return .record(time: time)
    case .drop: return nil
    case .output:
      lateness = newest.distance(downTo: time)
      return .record(time: time)
    case nil: return .failure(lateFailure(of: time, by: newest.distance(downTo: time)))
    }
  }

  private func lateFailure(of time: Int64, by lateness: Int64) -> StreamFailure {
    let amount = Seconds(nanoseconds: lateness).text
    let enough = unsafe Seconds(counts.greatestLateness).text
    let (rule, reason): (String, String)
    if let hold {
      rule = "the record is too late to be put in order"
      reason =
        "the record is \(amount) s earlier than the latest record before it, and records are held "
        + "for \(Seconds(nanoseconds: hold).text) s"
    } else {
      rule = "the record is earlier than the previous one"
      reason = "the record is \(amount) s earlier than the previous one"
    }
    let cause = FailureCause(
      reason,
      hint: hold == nil
        ? #"write "late": { "reorder": \#(enough) } to put them in order (enough so far), or "drop" or "now""#
        : #""late": { "reorder": \#(enough) } would have been enough so far"#,
      at: nil)
    return StreamFailure(
      "input '\(plan.source.name)', \(reader.place): \(rule)",
      cause.during(record(at: reader.place, time: time)))
  }
}

extension Int64 {
  /// Returns the difference from a smaller number, limited to the greatest integer.
  func distance(downTo other: Int64) -> Int64 {
    let (distance, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : distance
  }
}
