import Checking
import Expressions
import Reactive
import Records
import StreamModels
import Values

/// A reading of an input, which all subscribers in a playback share.
///
/// It reads while there are subscribers: one record ahead, to know when it is due. It reads the
/// next record only when that one has been delivered to all current subscribers. A later subscriber
/// continues with the next record. Nothing is lost while there are no subscribers.
package final class InputReading {
  let records: RecordLookahead
  let clock: InputClock
  private(set) var scheduler: (any Scheduler)?
  private var noteRecord: () -> Void = {}
  /// Called when it has ended, is held open, or has no more subscribers.
  private(set) var noteIdle: () -> Void = {}
  /// The hot stream that receives records that are too late; nil if they are treated in another
  /// way.
  private var lateOutput: SideOutput<Value, StreamFailure>?
  /// The hot stream that receives reports of malformed records; nil if they are treated in another
  /// way.
  private var malformedOutput: SideOutput<Value, StreamFailure>?
  // Unchecked, because no foreign code runs while one of these is read or changed.
  @exclusivity(unchecked) private(set) var subject = PassthroughSubject<Value, StreamFailure>()
  /// The subscribers, some of which may have ended.
  @exclusivity(unchecked) private var stages: [RecordStage] = []
  /// The number of subscribers above which those that have ended are removed.
  private var stagesLimit = 16
  private(set) var booking: Booking?
  /// Taken at the first subscription, when all records are treated as scheduled.
  var ticket: Ticket?
  /// The ticket that orders its records among those of other inputs; nil if its first subscription
  /// does.
  var standing: Ticket?
  /// Whether the work is scheduled.
  private(set) var isQueued = false
  private(set) var isRunning = false
  /// Whether it is scheduled only until there is news from the reader.
  @exclusivity(unchecked) var isHolding = false
  @exclusivity(unchecked) private var offers = BatchOffers()
  /// Whether the playback has ended.
  @exclusivity(unchecked) private var isReleased = false
  /// The relation of the playback to the calendar; nil if it does not follow it.
  private(set) var live: LiveClock?
  var progress = Progress()

  init(_ records: RecordLookahead, clock: InputClock) {
    self.records = records
    self.clock = clock
  }

  var report: InputReport { records.report }

  /// Whether the input has completed or failed for all subscribers.
  var hasEnded: Bool { unsafe subject.end != nil }

  /// The record that is being delivered, if there is one.
  var delivered: FailureCause.Record? { isRunning ? records.delivered : nil }

  /// Whether anything has subscribed to it.
  var wasRead: Bool { ticket != nil }
  /// Whether it has subscribers that wait for records.
  var isBeingRead: Bool { unsafe subject.hasSubscribers && !hasEnded }

  /// Joins a playback with side outputs. `noteRecord` is called for each record, and `noteIdle`
  /// when there are no more records for now.
  func begin(
    on scheduler: any Scheduler, _ kind: _ClockKind, _ live: LiveClock?,
    _ sideOutputs: [SideOutput<Value, StreamFailure>], noteRecord: @escaping () -> Void,
    noteIdle: @escaping () -> Void
  ) {
    self.noteIdle = noteIdle
    self.live = live
    records.playsRest = kind != .moved
    if let live, progress.hasCaughtUp { records.releaseHeld(at: live.present, zero: live.zero) }
    lateOutput = records.plan.lateOutput.map { sideOutputs[$0] }
    malformedOutput = records.plan.malformedOutput.map { sideOutputs[$0] }
    unsafe (self.scheduler, isReleased) = (scheduler, false)
    self.noteRecord = noteRecord
    records.begin(on: scheduler) { [weak self] in self?.takeNews() }
  }

  /// Cancels the work, and releases the playback and the subscribers.
  func end() {
    if let booking { scheduler?.cancel(booking) }
    unsafe (booking, isQueued, noteRecord, stages) = (nil, false, {}, [])
    noteIdle = {}
    records.cancel()
    (lateOutput, malformedOutput) = (nil, nil)
    unsafe (scheduler, isReleased) = (nil, true)
  }
}

// MARK: - Subscribing

extension InputReading {
  /// Emits the records from now on, transformed.
  struct Records: Publisher {
    typealias Output = Value
    typealias Failure = StreamFailure

    let reading: InputReading
    let transforms: [Transform]
    let frame: Frame
    let playing: Playing

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Value, S.Failure == StreamFailure {
      let stage = RecordStage(
        downstream: subscriber, transforms: transforms, frame: frame, playing: playing)
      reading.admit(stage)
      if CallDepth.isRestoring { return unsafe reading.subject.restore(stage) }
      unsafe reading.subject.receive(subscriber: stage)
      reading.wake()
    }
  }

  private func admit(_ stage: RecordStage) {
    if unsafe stages.count >= stagesLimit {
      unsafe stages.removeAll(where: unsafe \.isOver)
      stagesLimit = unsafe max(16, stages.count * 2)
    }
    unsafe stages.append(stage)
  }

  /// Continues reading, if there are subscribers now.
  func wake() {
    guard !isQueued, !isRunning, unsafe subject.hasSubscribers, let scheduler else { return }
    // Records that had no subscribers are due as if they were read now.
    records.forgetRows()
    ticket = standing?.moved(to: scheduler.now) ?? scheduler.takeTicket(due: scheduler.now)
    proceed(at: scheduler.now, on: scheduler)
  }

  /// Whether there are subscribers in a playback that has not ended.
  var isReading: Bool { unsafe scheduler != nil && subject.hasSubscribers }
}

// MARK: - Waiting for news

extension InputReading {
  /// Whether the playback can only continue once the next record is known: there are subscribers,
  /// and neither virtual time nor a playback of past records may pass an unknown record.
  var isAwaited: Bool {
    isReading && (records.isAwaited || records.isWaiting && isBehind)
  }

  package func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    await records.waitForNews(isolation: isolation)
    takeNews()
  }
}

// MARK: - Reading

extension InputReading {
  private func takeNews() {
    // News that arrives while records are delivered is processed after that.
    guard !isRunning, let scheduler else { return }
    // While the input catches up, records are emitted at their own times, whenever they are read.
    guard records.hasTimes, live?.isBehind == true else {
      if !records.hasTimes { progress.hasCaughtUp = true }
      return readOn(at: scheduler._present)
    }
    readOn()
  }

  /// Reads on, unless the next event is already known. The next event is due at the given instant
  /// or later; the default is the current instant.
  func readOn(at instant: Instant? = nil) {
    guard let scheduler else { return }
    if isQueued {
      guard unsafe isHolding else { return }
      leaveQueue()
    }
    if unsafe subject.hasSubscribers { proceed(at: instant ?? scheduler.now, on: scheduler) }
  }

  /// Schedules the work for the next event.
  private func proceed(at now: Instant, on scheduler: any Scheduler) {
    guard let ticket, let due = nextDue(at: now, on: scheduler) else { return }
    enterQueue(at: ticket.moved(to: due), on: scheduler)
  }

  /// Cancels the work, if it is scheduled.
  func leaveQueue() {
    guard isQueued, let booking else { return }
    scheduler?.cancel(booking)
    unsafe (self.booking, isQueued, isHolding) = (nil, false, false)
  }

  func enterQueue(at ticket: Ticket, on scheduler: any Scheduler) {
    let booking = booking ?? scheduler.book { [weak self] _ in self?.run() ?? .never }
    self.booking = booking
    isQueued = true
    scheduler.enqueue(booking, at: ticket)
  }

  /// Returns the instant at which the next record, or the event in its place, is due; nil if that
  /// is not known yet.
  private func nextDue(at now: Instant, on scheduler: any Scheduler) -> Instant? {
    guard let live else { return eventDue(at: now, on: scheduler) }
    let now = progress.isLeftBehind ? max(now, live.present) : now
    guard let due = eventDue(at: now, on: scheduler) else { return nil }
    progress.due = due
    if records.isAtRecord { note(due, newest: newestDue ?? due) }
    return due
  }

  /// The instant of the latest record that has been read, if that is not the next one.
  private var newestDue: Instant? {
    if records.rows.isPending { return records.rows.due(of: records.rows.range.upperBound - 1) }
    return records.hold == nil ? nil : clock.instant(of: records.newest, now: .zero)
  }

  private func eventDue(at now: Instant, on scheduler: any Scheduler) -> Instant? {
    if records.rows.isPending || readRows(at: now, on: scheduler) {
      return max(now, records.nextRowDue)
    }
    records.read(at: now, isBehind: isBehind)
    switch unsafe records.next {
    case .record(let time?):
      let instant =
        records.stated == nil
        ? clock.instant(of: time, now: now) : Instant(nanoseconds: time)
      return due(at: max(now, instant), on: scheduler, now)
    case .record(nil):
      return due(at: now.advanced(byNanoseconds: records.distance), on: scheduler, now)
    case .failure, .broken: return now
    case .end:
      return records.wasStopped ? scheduler.now : endDue(at: now)
    case .ending(let instant, _): return max(now, instant)
    case .heldOpen: return nil
    case .held(let instant):
      unsafe isHolding = true
      haltIfAwaited(scheduler)
      return max(now, instant)
    case .unread, .waiting:
      haltIfAwaited(scheduler)
      return endOfWaiting(now)
    }
  }

  /// Ends the run of the scheduler, so that the playback can wait for news before time advances.
  func haltIfAwaited(_ scheduler: any Scheduler) {
    guard isAwaited || records.isAtEndOfPast else { return }
    if let live { beginWaiting(for: live) }
    _ = scheduler._halt()
  }

  private func run() -> NextRun {
    guard let ticket, let scheduler else { return .parked }
    (isQueued, isRunning) = (false, true)
    defer {
      isRunning = false
      if !isBeingRead { noteIdle() }
    }
    // Retained once for all the records of one run, not for each.
    let noteRecord = noteRecord
    while unsafe !isReleased {
      unsafe isHolding = false
      // Without subscribers, the records are stored for the next one.
      guard unsafe subject.hasSubscribers else { break }
      records.heedStop()
      if records.rows.isPending {
        if let next = runRows(ticket, on: scheduler, noteRecord) { return next }
      } else {
        deliver(noteRecord)
      }
      guard unsafe !isReleased, unsafe subject.hasSubscribers,
        let due = nextDue(at: scheduler.now, on: scheduler)
      else { break }
      let next = NextRun.at(ticket.moved(to: due))
      // An end is usually due together with the last record.
      if !records.isAtRecord, unsafe !isHolding, due <= scheduler.now { continue }
      guard unsafe !isHolding, scheduler._canContinue(at: next) else {
        isQueued = true
        return next
      }
    }
    return .parked
  }

  /// Takes a batch of records, and applies the transforms to them.
  private func readRows(at now: Instant, on scheduler: any Scheduler) -> Bool {
    guard unsafe !stages.contains(where: \.awaitsRecords),
      records.readRows(at: now, by: clock, on: scheduler)
    else { return false }
    unsafe offers.beginBatch()
    unsafe stages.removeAll(where: unsafe \.isOver)
    for stage in unsafe stages { stage.prepare(records) }
    return true
  }

  /// The only subscriber; nil if there are none or several.
  @inline(__always)
  private var onlyStage: RecordStage? {
    unsafe stages.count == 1 && !stages[0].isOver ? stages[0] : nil
  }

  /// Delivers the records of a batch as long as nothing else is due before them. Returns the next
  /// run; nil when all of them have been delivered, or when no subscribers are left.
  private func runRows(
    _ ticket: Ticket, on scheduler: any Scheduler, _ noteRecord: () -> Void
  ) -> NextRun? {
    let rows = records.rows
    var row = unsafe rows.batch.position
    while true {
      noteRecord()
      deliverRows(from: row, on: scheduler)
      guard unsafe !isReleased, rows.isPending, unsafe subject.hasSubscribers else { return nil }
      row = unsafe rows.batch.position
      if let stage = onlyStage {
        // The transforms drop the records before it, and there is no other subscriber that could
        // notice.
        let next = stage.firstToCome(from: row)
        if next > row, scheduler._canContinue(at: .at(ticket.moved(to: rows.due(of: next)))) {
          row = next
          continue
        }
      }
      let next = NextRun.at(ticket.moved(to: max(scheduler.now, records.nextRowDue)))
      guard scheduler._canContinue(at: next) else {
        isQueued = true
        return next
      }
    }
  }

  /// Delivers a record of the batch, and those after it that the only subscriber takes at once.
  @inline(__always)
  private func deliverRows(from row: Int, on scheduler: any Scheduler) {
    records.passRows(to: row)
    guard let stage = onlyStage else {
      return unsafe subject.sendFromWork(records.wholeRecord(at: row))
    }
    if !stage.receiveRow(row) { stage.receive(records.wholeRecord(at: row)) }
    if unsafe offers.areDue(at: row), stage.takesBatches {
      offerRows(to: stage, from: row + 1, on: scheduler)
    }
  }

  /// Offers a subscriber the records after the one that it has received, as long as nothing else is
  /// due before them.
  private func offerRows(to stage: RecordStage, from first: Int, on scheduler: any Scheduler) {
    let rows = records.rows
    // The previous record may have changed the subscribers.
    guard unsafe !isReleased, rows.isPending, let only = onlyStage, only === stage else { return }
    let dues = unsafe UnsafeBufferPointer(rebasing: rows.dues(from: first).prefix(offers.size))
    // A scheduler of another module may answer any number.
    let free = unsafe min(dues.count, scheduler._freeSteps(through: dues))
    let end = free < BatchOffers.least ? first : stage.offerRows(from: first, to: first + free)
    unsafe offers.note(first..<(first + free), takenTo: end)
    guard end > first else { return }
    records.passRows(to: end - 1)
    scheduler._countFreeSteps(end - first, until: rows.due(of: end - 1))
    stage.failIfDue()
  }

  private func deliver(_ noteRecord: () -> Void) {
    switch unsafe records.next {
    case .record:
      noteRecord()
      if records.takeReport() {
        malformedOutput?.send(records.takeValue())
        return
      }
      let lateness = records.takeLateness()
      let record = records.takeRecord()
      if let lateness {
        lateOutput?.send(SideOutput.event(of: record, lateBy: lateness))
      } else {
        unsafe subject.sendFromWork(record)
      }
      records.reuse(record)
    case .failure(let failure):
      records.passFailure()
      noteRecord()
      // A subscriber that subscribes again, now or later, continues with the next record.
      let failed = unsafe subject
      unsafe subject = PassthroughSubject()
      failed.send(completion: .failure(failure))
    case .broken(let failure): unsafe subject.send(completion: .failure(failure))
    case .end, .ending(_, nil): unsafe subject.send(completion: .finished)
    case .ending(_, let failure?): unsafe subject.send(completion: .failure(failure))
    case .held, .unread, .waiting, .heldOpen: break
    }
  }
}
