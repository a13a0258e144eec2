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
  private var subject = PassthroughSubject<Value, StreamFailure>()
  private var booking: Booking?
  /// Taken when somebody first listened: all records count as scheduled then.
  private var ticket: Ticket?
  /// Whether the work is in line.
  private var isInLine = false
  private var isRunning = false
  /// Whether it is in line only until there is news.
  private var isHolding = false

  init(_ records: RecordAhead, clock: InputClock) {
    self.records = records
    self.clock = clock
  }

  var report: InputReport { records.report }

  /// Takes part in a playing, which `noteRecord` tells of each record.
  func begin(on scheduler: any Scheduler, noteRecord: @escaping () -> Void) {
    self.scheduler = scheduler
    self.noteRecord = noteRecord
    records.begin(on: scheduler) { [weak self] in self?.takeNews() }
  }

  /// Lets go of everything.
  func end() {
    if let booking { scheduler?.cancel(booking) }
    (booking, isInLine, noteRecord) = (nil, false, {})
    records.cancel()
    scheduler = nil
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
    guard let scheduler, let ticket, let due = nextDue(at: scheduler.now) else { return }
    let booking = booking ?? scheduler.book { [weak self] _ in self?.run() ?? .never }
    self.booking = booking
    isInLine = true
    scheduler.enqueue(booking, at: ticket.moved(to: due))
  }

  /// When the next record is due, or whatever comes instead; nil if that is not known yet.
  private func nextDue(at now: Instant) -> Instant? {
    records.read(at: now)
    switch records.next {
    case .record(_, let time?): return max(now, clock.instant(of: time, now: now))
    case .record(_, nil): return now.advanced(byNanoseconds: records.distance)
    case .failure, .broken, .end: return now
    case .held(let instant):
      isHolding = true
      return max(now, instant)
    case .unread, .waiting: return nil
    }
  }

  private func run() -> NextRun {
    (isInLine, isRunning) = (false, true)
    defer { isRunning = false }
    while let scheduler, let ticket {
      isHolding = false
      // Somebody has to listen: what nobody hears is kept for who comes next.
      guard subject.hasSubscribers else { break }
      records.heedStop()
      deliver()
      guard subject.hasSubscribers, let due = nextDue(at: scheduler.now) else { break }
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

  private func deliver() {
    switch records.next {
    case .record(let value, _):
      records.take()
      noteRecord()
      subject.send(value)
    case .failure(let failure):
      records.take()
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
