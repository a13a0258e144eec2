import Expressions
import Reactive
import Values

/// The instants of a calendar: those at which the clock of a time zone shows a matching time.
public struct CronSource: Hashable, Sendable {
  /// The treatment of a time that occurs twice because the clock is set back.
  public enum Twice: String, Hashable, Sendable, CaseIterable {
    /// Both instants are emitted.
    case both
    /// Only the first one is emitted.
    case once
  }

  /// The fields, as in a `crontab`: `"0 6 * * *"`.
  public var fields: String
  /// The time zone: `UTC`, an offset or a name; nil means `UTC`.
  public var zone: String?
  /// The treatment of a time that occurs twice; nil means `both`.
  public var twice: Twice?

  /// Creates a source that emits the instants at which the clock of a time zone shows a time that
  /// matches the fields: minute, hour, day of the month, month and day of the week.
  public init(_ fields: String, zone: String? = nil, twice: Twice? = nil) {
    self.fields = fields
    self.zone = zone
    self.twice = twice
  }
}

extension CronSource: SourceDefinition {
  static let spec = SourceSpec(
    .cron, "schedule", #"five fields in a string, such as "0 6 * * 1-5""#,
    "Emits the instants that match a schedule, as timestamps; completes only with the inputs.",
    details: [
      .init(
        .zone, "a name, an offset or 'UTC'",
        "The time zone of the schedule; UTC by default."),
      .init(
        .twice, "'both' or 'once'",
        "What to do with a time that the clock shows twice; both instants are emitted by default."),
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
    if let twice { try container.encode(twice.rawValue, named: "twice") }
  }

  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    do throws(CronSchedule.Mistake) {
      let schedule = try CronSchedule(
        Text(fields), zone: Text(zone ?? "UTC"), once: twice == .once)
      if let mistake = step.calendarMistake(at: "cron") { mistakes.append(mistake) }
      step.whole.facts.followsCalendar = true
      return step.add(
        .cron(schedule), emitting: .string,
        lasting: Extent(completion: .perhaps, isEverNew: true))
    } catch {
      mistakes.append(
        Diagnostic(
          .invalidValue, error.message, hint: error.hint,
          at: step.place(of: error.isAboutZone ? "zone" : "cron")))
      return step.addNothing(emitting: .string)
    }
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    var arguments: [SwiftCode] = [.string(fields)]
    if let zone { arguments.append(.labeled("zone", .string(zone))) }
    if twice == .once { arguments.append(.labeled("once", .atom("true"))) }
    if swift.writer.hasInputs {
      throw swift.refusal(
        "a schedule beside inputs, with which it ends,",
        hint: "read its instants from an input, too", at: ["cron"])
    }
    swift.writer.noteCalendar()
    let schedule = swift.chain.addConstant(.call("CEL.Schedule", arguments))
    let next = "\(schedule).next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))"
    swift.start(
      .joined([
        .call("Publishers.Instants<EvaluationError>", [swift.scheduler]), .atom(" "),
        .closure("instant", [.atom(next)]),
      ]))
    swift.call(
      "map",
      closure: .closure(
        "instant", [.atom("Value.timestamp(nanoseconds: instant.nanoseconds)")]))
  }
}

extension CronSchedule {
  /// Returns a stream of the instants of the schedule, as strings. Beside inputs, it ends with
  /// these.
  func instants(at place: StagePlace) -> Chain.Values {
    let instants = Publishers.Instants<StreamFailure>(scheduler: place.scheduler) { instant in
      next(after: instant.nanoseconds).map(Instant.init(nanoseconds:))
    }
    let values = instants.map { Value.timestamp(nanoseconds: $0.nanoseconds) }
    guard let inputs = place.playing.inputs else { return values.eraseToAnyPublisher() }
    return values.prefix(untilOutputFrom: InputsEnd(session: inputs, scheduler: place.scheduler))
      .eraseToAnyPublisher()
  }
}

extension CheckStep {
  /// Returns the mistake if times should count from 1970 although those of an input count from its
  /// first record.
  fileprivate func calendarMistake(at key: Text) -> Diagnostic? {
    whole.facts.inputs.first { $0.time != nil && $0.source.origin != .epoch }
      .map { .calendarBesideFirst($0.source.name, at: place(of: key)) }
  }
}

extension Diagnostic {
  /// The mistake of an input whose times count from its first record, in a program with a calendar.
  static func calendarBesideFirst(_ input: String, at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .invalidValue,
      "a schedule needs times since 1970, but the times of '\(input.abbreviated)' count from "
        + "its first record",
      hint: #"write "origin": "epoch" beside the input"#, at: path)
  }
}
