public import Reactive

/// A virtual clock for tests. It stops endless runs, and reports the pending work and its origin.
///
/// The queue, the order and the instants are those of `VirtualScheduler`. Make one with
/// `withTestScheduler`, which also fails a test that leaves work behind.
public final class TestScheduler: RunnableScheduler {
  /// The limits of a run.
  public let bounds: Bounds
  private let line = VirtualScheduler()
  private var works: [Booking: Work] = [:]
  private var bookingCount = 0
  /// The place that recorded or played the current run. The work of that run, and the work that it
  /// causes, belong to it.
  private var maker: SourcePlace?
  /// All such places, by their descriptions.
  private var makers: [String: SourcePlace] = [:]
  private var recorders: [any EventCounting] = []

  /// Creates a scheduler whose runs stay within bounds.
  public init(bounds: Bounds = .standard) {
    self.bounds = bounds
  }

  public var now: Instant { line.now }

  /// The pending work, in the order in which it is due.
  public var pending: [PendingWork] {
    works.values.compactMap { work in work.due.map { (work, $0) } }
      .sorted { ($0.1, $0.0.number) < ($1.1, $1.0.number) }
      .map { work, due in
        let origin = work.trace?.origin
        let stage = work.owner.flatMap(BookingTrace.stage) ?? origin?.stage
        return PendingWork(
          due: due, stage: stage,
          place: (work.maker ?? soleMaker(of: stage))?.description ?? origin?.function)
      }
  }

  /// The place that made the stages that a test sends values to directly, as long as there is only
  /// one candidate.
  private func soleMaker(of stage: String?) -> SourcePlace? {
    stage == nil || stage == "schedule" || makers.count != 1 ? nil : makers.first?.value
  }

  var hasPending: Bool { line.pendingCount > 0 }

  public func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }

  public func book(_ work: any ScheduledWork) -> Booking {
    book(for: (work as? Alarm)?.owner) { work.run(at: $0) }
  }

  public func book(_ run: @escaping (Instant) -> NextRun) -> Booking { book(for: nil, run) }

  private func book(
    for owner: Any.Type?, _ run: @escaping (Instant) -> NextRun
  ) -> Booking {
    let work = Work(number: bookingCount, owner: owner, trace: trace(), maker: maker)
    bookingCount += 1
    // The queue holds the closure, and the scheduler holds the list of works. Neither keeps the
    // scheduler alive.
    var booking: Booking?
    let booked = line.book { [weak self] instant in
      let next = self?.attributing(to: work.maker) { run(instant) } ?? run(instant)
      switch next.place {
      case .due(let due): work.due = due
      case .parked: work.due = nil
      case .never: booking.map { self?.forget($0) }
      }
      return next
    }
    booking = booked
    works[booked] = work
    return booked
  }

  public func enqueue(_ booking: Booking, at ticket: Ticket) {
    works[booking]?.due = ticket.due
    line.enqueue(booking, at: ticket)
  }

  public func cancel(_ booking: Booking) {
    works[booking] = nil
    line.cancel(booking)
  }

  @discardableResult
  public func run(until limit: Instant, steps: Int) -> RunOutcome {
    line.run(until: limit, steps: steps)
  }

  public func stop() { line.stop() }
  public var _horizon: Instant { line._horizon }
  public func _halt() -> Bool { line._halt() }

  private func forget(_ booking: Booking) { works[booking] = nil }

  private func trace() -> BookingTrace? {
    bookingCount < BookingTrace.limit ? BookingTrace() : nil
  }

  /// Attributes the work that `body` books to a place.
  func attributing<Result>(to place: SourcePlace?, _ body: () -> Result) -> Result {
    let outer = maker
    maker = place
    if let place { makers[place.description] = place }
    defer { maker = outer }
    return body()
  }

  /// A piece of booked work.
  private final class Work {
    let number: Int
    let owner: Any.Type?
    let trace: BookingTrace?
    let maker: SourcePlace?
    /// Nil while the work is not queued.
    var due: Instant?

    init(number: Int, owner: Any.Type?, trace: BookingTrace?, maker: SourcePlace?) {
      self.maker = maker
      self.owner = owner
      self.number = number
      self.trace = trace
    }
  }
}

// MARK: - Moving time

extension TestScheduler {
  /// Runs all due work, until nothing is left. If that exceeds the bounds, throws an error with a
  /// list of the pending work.
  public func run() throws(EndlessRun) {
    let end = Instant.zero.advanced(by: bounds.time)
    switch line.run(until: end, steps: bounds.steps) {
    case .idle, .stopped: break
    case .reachedSteps: throw EndlessRun(.steps(bounds.steps), at: now, pending: pending)
    case .reachedTime, .endOfTime:
      throw EndlessRun(.time(bounds.time), at: now, pending: pending)
    }
  }

  /// Advances time, and runs the work that becomes due, including that of the last instant. Without
  /// a duration, it runs the work that is due now. Throws if that takes more steps than the bounds
  /// allow.
  public func advance(by duration: Duration = .zero) throws(EndlessRun) {
    try advance(to: now.advanced(by: duration))
  }

  /// Like `advance(by:)`, to an instant. Time never moves back.
  public func advance(to instant: Instant) throws(EndlessRun) {
    if line.advance(to: instant, steps: bounds.steps) == .reachedSteps {
      throw EndlessRun(.steps(bounds.steps), at: now, pending: pending)
    }
  }

  /// Advances time, and fails the test if any recorder on this scheduler records an event during
  /// that, including at the last instant. The whole interval is observed, even after an event.
  public func expectNoEvents(
    for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) throws(EndlessRun) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let counts = recorders.map(\.eventCount)
    let start = now
    try advance(by: duration)
    let events = zip(recorders, counts).flatMap { $0.events(from: $1) }
    guard !events.isEmpty else { return }
    reportIssue(
      "expected no events from \(start.brief) to \(now.brief), got \(events.count):\n"
        + events.map { "  \($0)" }.joined(separator: "\n"), at: place)
  }

  /// Adds a recorder to those that `expectNoEvents` observes.
  func watch(_ recorder: any EventCounting) {
    recorders.append(recorder)
  }
}

/// An object that has recorded events.
protocol EventCounting: AnyObject {
  var eventCount: Int { get }
  /// The events from an index on, as text.
  func events(from index: Int) -> [String]
}
