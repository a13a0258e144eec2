import Expressions
import Reactive
import Values

/// The instants of a calendar: those at which the clock of a zone shows a time that matches.
public struct CronSource: Hashable, Sendable {
  /// The fields, as in a `crontab`: `"0 6 * * *"`.
  public var fields: String
  /// The zone: `UTC`, an offset or a name; nil means `UTC`.
  public var zone: String?

  /// Creates a source that emits the instants at which the clock of a zone shows a time that the
  /// fields describe: minute, hour, day of the month, month and day of the week.
  public init(_ fields: String, zone: String? = nil) {
    self.fields = fields
    self.zone = zone
  }
}

extension CronSource: SourceDefinition {
  static let spec = SourceSpec(
    .cron, "schedule", #"five fields in a string, such as "0 6 * * 1-5""#,
    "Emits the instants that match a schedule, as timestamps; it never finishes.",
    details: [
      .init(
        .zone, "a name, an offset or 'UTC'",
        "The zone whose clock the schedule goes by; UTC by default.")
    ],
    examples: [
      .init(
        #"""
        {"cron": "@hourly", "operators": [
          {"prefix": {"count": 2}}, {"map": {"expression": "timestamp($0).getHours()"}}]}
        """#, result: "60m 1 3599s (2|)")
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(fields, named: "cron")
    if let zone { try container.encode(zone, named: "zone") }
  }

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    do throws(CronSchedule.Mistake) {
      let schedule = try CronSchedule(Text(fields), zone: Text(zone ?? "UTC"))
      if let mistake = context.calendarMistake(at: "cron") { mistakes.append(mistake) }
      context.noteCalendar()
      return context.stage([], emitting: .string) { _, place in
        CronPublisher(schedule: schedule, scheduler: place.scheduler).eraseToAnyPublisher()
      }.lasting(Extent(completion: .perhaps, isEverNew: true))
    } catch {
      mistakes.append(
        Diagnostic(
          .invalidValue, error.message, hint: error.hint,
          at: context.place(of: error.isAboutZone ? "zone" : "cron")))
      return context.add(.sequence([]), emitting: .string)
    }
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    throw swift.refusal(
      "a schedule", hint: "read its instants from an input", at: ["cron"])
  }
}

extension CompileContext {
  /// Returns the mistake if times are to count from 1970 while those of an input count from its
  /// first record.
  fileprivate func calendarMistake(at key: Text) -> Diagnostic? {
    plan.inputs.first { $0.time != nil && $0.source.origin != .epoch }
      .map { .calendarBesideFirst($0.source.name, at: place(of: key)) }
  }
}

extension Diagnostic {
  /// The mistake of an input whose times count from its first record, beside a calendar.
  static func calendarBesideFirst(_ input: String, at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .invalidValue,
      "a calendar beside the times of '\(input.abbreviated)', which count from its first record, "
        + "expected times since 1970",
      hint: #"write "origin": "epoch" beside the input"#, at: path)
  }
}

/// Emits the instants of a schedule from the subscription on.
private struct CronPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let schedule: CronSchedule
  let scheduler: any Scheduler

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let run = CronRun(
      schedule, on: scheduler, downstream: AnySubscriber<Value, StreamFailure>(subscriber))
    if let restoration = CallDepth.restoration {
      guard let saved = restoration.next(CronRun.State.self, upstreams: 0) else { return }
      subscriber.receive(subscription: run)
      run.restore(saved.state)
    } else {
      subscriber.receive(subscription: run)
      run.begin()
    }
  }
}

private final class CronRun: ScheduledWork, SavableRun {
  typealias State = Ticket?

  private let schedule: CronSchedule
  private let scheduler: any Scheduler
  private let downstream: AnySubscriber<Value, StreamFailure>
  private var booking: Booking?
  private var isOver = false

  init(
    _ schedule: CronSchedule, on scheduler: any Scheduler,
    downstream: AnySubscriber<Value, StreamFailure>
  ) {
    self.schedule = schedule
    self.scheduler = scheduler
    self.downstream = downstream
  }

  var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  var upstreams: [(any Subscription)?] { [] }

  func begin() {
    guard !isOver, let next = nextInstant else { return }
    booking = scheduler.schedule(self, at: scheduler.takeTicket(due: next))
  }

  func restore(_ ticket: Ticket?) {
    guard !isOver, let ticket else { return }
    booking = scheduler.schedule(self, at: ticket)
  }

  func state(in line: PendingTickets) -> Ticket? { line[booking] }

  func run(at instant: Instant) -> NextRun {
    downstream.receive(.string(Text(TimeText.text(ofNanoseconds: instant.nanoseconds))))
    guard !isOver, let next = nextInstant else { return .never }
    return .at(next)
  }

  func cancel() {
    isOver = true
    if let booking = booking.take() { scheduler.cancel(booking) }
  }

  private var nextInstant: Instant? {
    schedule.next(after: scheduler.now.nanoseconds).map(Instant.init(nanoseconds:))
  }
}
