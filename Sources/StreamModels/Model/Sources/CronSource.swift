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
  /// Whether the last instant up to the start is emitted at the start; nil means that it is not.
  public var initial: Bool?

  /// Creates a source that emits the instants at which the clock of a time zone shows a time that
  /// matches the fields: minute, hour, day of the month, month and day of the week.
  public init(_ fields: String, zone: String? = nil, twice: Twice? = nil, initial: Bool? = nil) {
    self.fields = fields
    self.zone = zone
    self.twice = twice
    self.initial = initial
  }
}

extension CronSource {
  package static let spec = SourceSpec(
    .cron, "schedule", #"five fields in a string, such as "0 6 * * 1-5""#,
    "Emits the instants that match a schedule, as timestamps; completes only with the inputs.",
    details: [
      .init(
        .zone, "a name, an offset or 'UTC'",
        "The time zone of the schedule; UTC by default."),
      .init(
        .twice, "'both' or 'once'",
        "What to do with a time that the clock shows twice; both instants are emitted by default."),
      .init(
        .initial, "true or false",
        "Whether the last instant up to the start is emitted at the start; false by default."),
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
    if let initial { try container.encode(initial, named: "initial") }
  }
}
