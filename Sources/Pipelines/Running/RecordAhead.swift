import Expressions
import Reactive
import Values

/// Reads records one ahead, with their times: what is bad or late is dealt with here.
final class RecordAhead {
  /// What comes next.
  enum Next {
    case unread
    /// A record, and its time if it has one.
    case record(Value, Int64?)
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
  private var recordTime: RecordTime?
  private var buffer = ReorderBuffer()
  /// What comes when all that is held has come.
  private var afterHeld = Next.unread
  /// The time before which a record is late.
  private var latest = Int64.min
  /// The latest time of a record that is or was held.
  private var newest = Int64.min
  private var isFirst = true
  private let stop: ReadingStop?
  private(set) var next = Next.unread
  private(set) var report: InputReport

  init(_ plan: InputPlan, _ reader: any RecordReader, _ bindings: InputBindings) {
    badRecords = bindings.badRecords
    stop = bindings.stop
    self.plan = plan
    self.reader = reader
    recordTime = plan.time.map(RecordTime.init)
    report = InputReport(name: plan.source.name)
  }

  var hasTimes: Bool { recordTime != nil }

  /// Without times: how much later than the one before the next record comes.
  var distance: Int64 { isFirst ? 0 : plan.source.every?.nanoseconds ?? 0 }

  /// Whether a record comes next, now or later.
  var isAtRecord: Bool {
    switch next {
    case .record, .held: true
    default: false
    }
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
    guard isStopped, plan.hold == nil, case .record = next else { return }
    next = .end
  }

  private var isStopped: Bool { stop?.isStopped ?? false }

  /// Takes out what comes next.
  func take() {
    if case .record = next { isFirst = false }
    next = .unread
  }

  /// Reads ahead, unless that has been done.
  func read(at now: Instant) {
    switch next {
    case .unread, .waiting, .held: break
    case .record, .failure, .broken, .end: return
    }
    if let hold = plan.hold { readInOrder(holding: hold, at: now) } else { next = readOne() }
  }
}

extension RecordAhead {
  /// Reads the next record that is good and not late.
  private func readOne() -> Next {
    while !isStopped {
      let reason: String
      switch reader.next() {
      case .record(let value):
        report.recordCount += 1
        guard recordTime != nil else { return .record(value, nil) }
        do throws(EvaluationError) {
          guard let time = try recordTime?.nanoseconds(of: value) else {
            return .record(value, nil)
          }
          if time >= latest || plan.source.late == .now {
            if plan.hold == nil { latest = max(latest, time) }
            return .record(value, time)
          }
          guard plan.source.late == .drop else { return .failure(lateFailure) }
          report.lateCount += 1
          continue
        } catch {
          reason = error.message
        }
      case .bad(let text):
        report.recordCount += 1
        reason = text
      case .notYet: return .waiting
      case .end: return .end
      case .failed(let text):
        report.trouble = text
        return .broken(StreamFailure("input '\(plan.source.name)': \(text)"))
      }
      if let failure = refuse(reason) { return .failure(failure) }
    }
    return .end
  }

  private var lateFailure: StreamFailure {
    let rule =
      plan.hold == nil
      ? "a record earlier than the one before it"
      : "a record later than it could be put in order"
    return StreamFailure("input '\(plan.source.name)', \(reader.place): \(rule)")
  }

  /// Deals with a bad record. Gives the failure that it is, if it is one.
  private func refuse(_ reason: String) -> StreamFailure? {
    let record = BadRecord(
      input: plan.source.name, place: reader.place, reason: reason, text: reader.text)
    if case .fail = badRecords { return StreamFailure(record.message) }
    report.badCount += 1
    if report.badRecords.count < InputReport.keptCount { report.badRecords.append(record) }
    if case .report(let receive) = badRecords { receive(record) }
    return nil
  }

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
      case .record(let value, let time):
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
        if end <= now { return release() }
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
    next = .record(first.value, first.time)
  }
}
