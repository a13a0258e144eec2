import Values

extension FunctionTable {
  static let times: [Function] =
    [
      Function(
        "timestamp",
        "Converts an RFC 3339 string, or seconds since 1970, to a timestamp. A string "
          + "in another form is read with a pattern of the fields y, M, d, H, h, m, s, S, a, E, "
          + "Z and X, and of quoted text; a third argument is the zone of a string without an "
          + "offset.",
        .init("timestamp('2026-01-02T03:04:05Z').getFullYear()", returns: "2026"),
        .init("timestamp(0)", returns: "'1970-01-01T00:00:00Z'"),
        .init("timestamp(1.5)", returns: "'1970-01-01T00:00:01.5Z'"),
        .init(
          "timestamp('02/Jan/2026:03:04:05 +0100', 'dd/MMM/yyyy:HH:mm:ss Z')",
          returns: "'2026-01-02T02:04:05Z'"),
        .init(
          "timestamp('2.1.26 3:04 PM', 'd.M.yy h:mm a', '+01:00')",
          returns: "'2026-01-02T14:04:00Z'"),
        overloads: [
          .function(
            .string, returns: .timestamp,
            body: .text { (text) throws(EvaluationFailure) in
              .special(.timestamp(try Timestamp(text)))
            }),
          .function(
            .int, returns: .timestamp,
            body: .one { (value) throws(EvaluationFailure) in
              .special(.timestamp(try Timestamp(seconds: try value.int())))
            }),
          .function(
            .double, returns: .timestamp,
            body: .one { (value) throws(EvaluationFailure) in
              .special(.timestamp(try Timestamp(decimalSeconds: try value.double())))
            }),
          .function(.timestamp, returns: .timestamp, body: .one(identity)),
          .function(.string, .string, returns: .timestamp, body: .counted(timestamp)),
          .function(.string, .string, .string, returns: .timestamp, body: .counted(timestamp)),
        ]),
      Function(
        "duration",
        "Converts a string to a duration: numbers with the units h, m, s, ms, us and ns.",
        .init("duration('1h30m')", returns: "'5400s'"),
        .init("duration('1.5s') > duration('200ms')", returns: "true"),
        overloads: [
          .function(
            .string, returns: .duration,
            body: .text { (text) throws(EvaluationFailure) in
              .special(.duration(try TimeSpan(text)))
            }),
          .function(.duration, returns: .duration, body: .one(identity)),
        ]),
    ] + Timestamp.Field.allCases.map(accessor)

  /// Reads a string using a pattern.
  @Sendable
  private static func timestamp(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let zone = arguments.count == 3 ? try Zone(try arguments[2].text()) : nil
    let pattern = try TimePattern(computed: try arguments[1].text())
    return .special(.timestamp(try pattern.timestamp(of: try arguments[0].text(), in: zone)))
  }

  /// Returns the function that reads a field of a timestamp, and of a duration if it has that
  /// field.
  private static func accessor(of field: Timestamp.Field) -> Function {
    let name = field.rawValue
    var overloads: [Overload] = [
      .member(
        of: .timestamp, returns: .int,
        body: .one { (value) throws(EvaluationFailure) in
          .int(try value.timestamp().value(of: field))
        }),
      .member(
        of: .timestamp, .string, returns: .int,
        body: .two { (value, zone) throws(EvaluationFailure) in
          .int(try value.timestamp().value(of: field, in: try Zone(try zone.text())))
        }),
    ]
    var examples = [
      Function.Example("timestamp('2026-01-02T03:04:05.006Z').\(name)()", returns: field.example)
    ]
    if let field = TimeSpan.Field(rawValue: name) {
      overloads.append(
        .member(
          of: .duration, returns: .int,
          body: .one { (value) throws(EvaluationFailure) in
            .int(try value.duration().value(of: field))
          }))
      examples.append(Function.Example("duration('2h').\(name)()", returns: field.example))
    }
    return Function(name, field.summary, examples, overloads)
  }
}

extension Timestamp.Field {
  fileprivate var summary: String {
    switch self {
    case .year:
      "Returns the year of a timestamp, in UTC, at an offset such as '+01:00', or in a zone such "
        + "as "
        + "'Europe/Berlin' if the system has its file."
    case .month: "Returns the month of a timestamp, from 0."
    case .date: "Returns the day of the month of a timestamp, from 1."
    case .dayOfMonth: "Returns the day of the month of a timestamp, from 0."
    case .dayOfWeek: "Returns the day of the week of a timestamp; Sunday is 0."
    case .dayOfYear: "Returns the day of the year of a timestamp, from 0."
    case .hours: "Returns the hour of a timestamp, or a duration in whole hours."
    case .minutes: "Returns the minute of a timestamp, or a duration in whole minutes."
    case .seconds: "Returns the second of a timestamp, or a duration in whole seconds."
    case .milliseconds: "Returns the milliseconds within the second of a timestamp or a duration."
    }
  }

  /// The result for 2026-01-02T03:04:05.006Z, a Friday.
  fileprivate var example: String {
    switch self {
    case .year: "2026"
    case .month: "0"
    case .date: "2"
    case .dayOfMonth: "1"
    case .dayOfWeek: "5"
    case .dayOfYear: "1"
    case .hours: "3"
    case .minutes: "4"
    case .seconds: "5"
    case .milliseconds: "6"
    }
  }
}

extension TimeSpan.Field {
  /// The result for two hours.
  fileprivate var example: String {
    switch self {
    case .hours: "2"
    case .minutes: "120"
    case .seconds: "7200"
    case .milliseconds: "0"
    }
  }
}
