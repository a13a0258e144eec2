import Expressions
import Reactive
import Values

/// One reading of an input, which all of a playing share.
///
/// It reads while somebody listens: one record ahead, to know when it comes, and the next one only
/// when that has been delivered to all who were subscribed then. Who subscribes later goes on with
/// the next record; nothing is lost while nobody listens.
final class InputReading {
  private let records: RecordAhead
  private let clock: InputClock
  private var scheduler: (any Scheduler)?
  private var noteRecord: () -> Void = {}
  // Unchecked: nothing foreign runs while one of these is read or changed.
  @exclusivity(unchecked) private var subject = PassthroughSubject<Value, StreamFailure>()
  private var booking: Booking?
  /// Taken when somebody first listened: all records count as scheduled then.
  private var ticket: Ticket?
  /// Whether the work is in line.
  private var isInLine = false
  private var isRunning = false
  /// Whether it is in line only until there is news.
  @exclusivity(unchecked) private var isHolding = false
  /// Whether the playing is over.
  @exclusivity(unchecked) private var hasEnded = false

  init(_ records: RecordAhead, clock: InputClock) {
    self.records = records
    self.clock = clock
  }

  var report: InputReport { records.report }

  /// The record that is being delivered right now, if one is.
  var delivered: FailureCause.Record? { isRunning ? records.delivered : nil }

  /// Takes part in a playing, which `noteRecord` tells of each record.
  func begin(on scheduler: any Scheduler, noteRecord: @escaping () -> Void) {
    (self.scheduler, hasEnded) = (scheduler, false)
    self.noteRecord = noteRecord
    records.begin(on: scheduler) { [weak self] in self?.takeNews() }
  }

  /// Lets go of everything.
  func end() {
    if let booking { scheduler?.cancel(booking) }
    (booking, isInLine, noteRecord) = (nil, false, {})
    records.cancel()
    (scheduler, hasEnded) = (nil, true)
  }
}

// MARK: - Subscribing

extension InputReading {
  /// Gives the records from now on.
  struct Records: Publisher {
    typealias Output = Value
    typealias Failure = StreamFailure

    let reading: InputReading

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Value, S.Failure == StreamFailure {
      reading.subject.receive(subscriber: subscriber)
      reading.wake()
    }
  }

  /// Reads on, if somebody listens now.
  private func wake() {
    guard !isInLine, !isRunning, subject.hasSubscribers, let scheduler else { return }
    ticket = scheduler.takeTicket(due: scheduler.now)
    goOn()
  }
}

// MARK: - Waiting for what has to be awaited

extension InputReading {
  /// Whether the playing can go on only when there is news of what comes next: somebody listens, and
  /// virtual time must not pass what is not known.
  var isAwaited: Bool { scheduler != nil && subject.hasSubscribers && records.isAwaited }

  func waitForNews(isolation: isolated (any Actor)? = #isolation) async {
    await records.waitForNews(isolation: isolation)
    takeNews()
  }

  /// Waits until the first record is there, if its time says when the playing starts.
  func waitForFirst(isolation: isolated (any Actor)? = #isolation) async {
    while records.hasTimes {
      records.read(at: .zero)
      guard records.isAwaited else { return }
      await records.waitForNews(isolation: isolation)
    }
  }

  /// The time of the first record, if it is known.
  func firstTime() -> Int64? {
    guard records.hasTimes else { return nil }
    records.read(at: .zero)
    guard case .record(let time) = records.next else { return nil }
    return time
  }
}

// MARK: - Reading

extension InputReading {
  private func takeNews() {
    // What comes while records are delivered is seen when that is done.
    guard !isRunning else { return }
    if isInLine {
      guard isHolding, let booking else { return }
      scheduler?.cancel(booking)
      (self.booking, isInLine, isHolding) = (nil, false, false)
    }
    if subject.hasSubscribers { goOn() }
  }

  /// Puts the reading in line for what comes next.
  private func goOn() {
    guard let scheduler, let ticket, let due = nextDue(on: scheduler) else { return }
    let booking = booking ?? scheduler.book { [weak self] _ in self?.run() ?? .never }
    self.booking = booking
    isInLine = true
    scheduler.enqueue(booking, at: ticket.moved(to: due))
  }

  /// When the next record is due, or whatever comes instead; nil if that is not known yet.
  private func nextDue(on scheduler: any Scheduler) -> Instant? {
    let now = scheduler.now
    records.read(at: now)
    switch records.next {
    case .record(let time?): return max(now, clock.instant(of: time, now: now))
    case .record(nil): return now.advanced(byNanoseconds: records.distance)
    case .failure, .broken, .end: return now
    case .held(let instant):
      isHolding = true
      haltIfAwaited(scheduler)
      return max(now, instant)
    case .unread, .waiting:
      haltIfAwaited(scheduler)
      return nil
    }
  }

  /// Ends the run, so that somebody can wait for news before time goes on.
  private func haltIfAwaited(_ scheduler: any Scheduler) {
    if records.isAwaited { _ = scheduler.halt() }
  }

  private func run() -> NextRun {
    guard let ticket, let scheduler else { return .parked }
    (isInLine, isRunning) = (false, true)
    defer { isRunning = false }
    // Held for all the records that come in one go, and not for each.
    let noteRecord = noteRecord
    while !hasEnded {
      isHolding = false
      // Somebody has to listen: what nobody hears is kept for who comes next.
      guard subject.hasSubscribers else { break }
      records.heedStop()
      deliver(noteRecord)
      guard !hasEnded, subject.hasSubscribers, let due = nextDue(on: scheduler) else { break }
      let next = NextRun.at(ticket.moved(to: due))
      // An end comes with the record before it.
      if !records.isAtRecord { continue }
      guard !isHolding, scheduler.goesOn(at: next) else {
        isInLine = true
        return next
      }
    }
    return .parked
  }

  private func deliver(_ noteRecord: () -> Void) {
    switch records.next {
    case .record:
      noteRecord()
      let record = records.takeRecord()
      subject.sendFromWork(record)
      records.reuse(record)
    case .failure(let failure):
      records.passFailure()
      noteRecord()
      // Whoever subscribes again, now or later, goes on with the next record.
      let failed = subject
      subject = PassthroughSubject()
      failed.send(completion: .failure(failure))
    case .broken(let failure): subject.send(completion: .failure(failure))
    case .end: subject.send(completion: .finished)
    case .held, .unread, .waiting: break
    }
  }
}
