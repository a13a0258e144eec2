public import Records
package import Values

/// Records from outside: the name of the input, and the times of its records.
public struct InputSource: Hashable, Sendable {
  /// The origin of the records' times.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The earliest first record of all inputs.
    case first
    /// The start of 1970; the playback starts at the earliest first record.
    case epoch
  }

  /// The unit of times that are numbers.
  public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
    /// Seconds.
    case s
    /// Milliseconds.
    case ms
    /// Microseconds.
    case us
    /// Nanoseconds.
    case ns

    /// The nanoseconds of one.
    package var nanoseconds: Int64 {
      switch self {
      case .s: 1_000_000_000
      case .ms: 1_000_000
      case .us: 1_000
      case .ns: 1
      }
    }
  }

  /// How long an input stays open after its last record, in virtual time.
  public enum End: Hashable, Sendable {
    /// For a duration.
    case after(Seconds)
    /// Until nothing else is pending in the playback, once all inputs that are not held have ended.
    case hold
  }

  /// The name. When the document is played, it is bound to a file or to records from elsewhere.
  public var name: String
  /// The expression that returns the time of a record.
  public var time: String?
  /// The unit of times that are numbers; nil means seconds. It has no effect on strings.
  public var unit: TimeUnit?
  /// The origin of the records' times; nil means `first`.
  public var origin: Origin?
  /// The treatment of a late record; nil means that it is a failure.
  public var late: Lateness?
  /// The time between two records if there is no `time`; nil means 0.
  public var every: Seconds?
  /// How long the input stays open after its last record, in virtual time; nil means that it does
  /// not.
  public var end: End?
  /// The treatment of a malformed record; nil means that it is a failure.
  public var malformed: ErrorPolicy?
  /// The condition for a record to be well-formed; nil if every one is that can be read.
  public var require: String?
  /// The rank of its records among those of other inputs at the same instant: smaller numbers come
  /// first. Nil means 0 or, if no input has a rank, the order of subscription.
  public var priority: Int?
  /// The files that are read one after another if nothing else is bound to the name: paths and
  /// patterns of paths, relative to the folder of the stream file.
  public var paths: [String] = [] {
    didSet { pathsAsWritten = nil }
  }
  /// The format of the records; nil if the names of the files determine it.
  public var records: RecordFormat? {
    didSet { recordsAsWritten = nil }
  }
  /// The value of `path` in a file, if the same paths would be written in another way.
  package var pathsAsWritten: Value?
  /// The value of `records` in a file, if the same format would be written in another way.
  package var recordsAsWritten: Value?

  /// Creates a source that reads the records of an input.
  public init(
    _ name: String, time: String? = nil, unit: TimeUnit? = nil, origin: Origin? = nil,
    late: Lateness? = nil,
    every: Seconds? = nil, end: End? = nil, malformed: ErrorPolicy? = nil, require: String? = nil,
    priority: Int? = nil, paths: [String] = [], records: RecordFormat? = nil
  ) {
    self.name = name
    self.time = time
    self.unit = unit
    self.origin = origin
    self.late = late
    self.every = every
    self.end = end
    self.malformed = malformed
    self.require = require
    self.priority = priority
    self.paths = paths
    self.records = records
  }
}

extension InputSource {
  package static let spec = SourceSpec(
    .input, "name", "a name in a string, which is bound to a file when the stream file is played",
    "Emits records from outside: JSON, rows of a table, or lines of text.",
    calledInMessages: "an input",
    details: [
      .init(
        .time, "an expression over $0, a record, that returns seconds or an RFC 3339 string",
        "The time of a record."),
      .init(
        .unit, "'s', 'ms', 'us' or 'ns'",
        "The unit of times that are numbers; seconds by default."),
      .init(
        .origin, "'first' or 'epoch'",
        "Where times start: at the first record (the default), or in 1970."),
      .init(
        .late,
        #"'drop', 'now', { "output": name } or { "reorder": duration, "then"?: one of these }"#,
        "What to do with a record earlier than the previous one; a failure by default."),
      .init(
        .every, "a duration",
        "Without 'time', the time between two records; 0 by default."),
      .init(
        .end, "a duration, or 'hold': until nothing else is pending",
        "How long it stays open after its last record, in virtual time; 0 by default."),
      .init(
        .malformed, #"'fail', 'skip' or { "output": name }"#,
        "What to do with a record that cannot be read; a failure by default."),
      .init(
        .require, "a condition over $0, a record",
        "What a record must meet, or else it counts as malformed."),
      .init(
        .priority, "a whole number",
        "The order among inputs at the same instant: smaller numbers first."),
      .init(
        .path, "a path, a pattern such as 'logs/*.csv', or a list of them",
        "The files to read unless '--input' names another one, below the folder of the stream file."
      ),
      .init(
        .records, RecordFormatReader.expectation,
        "How the records are written; by default, the name of the file determines it."),
    ],
    examples: [
      .init(#"{"input": "sizes", "every": 2}"#, reading: ["sizes": "3\n5\n"], result: "3-(5|)"),
      .init(
        #"{"input": "orders", "time": "$0.at", "operators": [{"map": {"expression": "$0.size"}}]}"#,
        reading: ["orders": "{\"at\":10,\"size\":3}\n{\"at\":12.0,\"size\":5}\n"],
        result: "3-(5|)"),
      .init(
        #"{"input": "log", "records": {"lines": "(?P<size>\\d+) bytes"}, "every": 1}"#,
        reading: ["log": "got 3 bytes\nsent 25 bytes\n"], result: "a(b|)",
        values: ["a": ["size": "3"], "b": ["size": "25"]]),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(name, named: "input")
    if let time = time { try container.encode(time, named: "time") }
    if let unit = unit { try container.encode(unit.rawValue, named: "unit") }
    if let origin = origin { try container.encode(origin.rawValue, named: "origin") }
    if let late = late { try container.encode(late.encoded, named: "late") }
    if let every = every { try container.encode(every.encoded, named: "every") }
    if let end = end { try container.encode(end.encoded, named: "end") }
    if let malformed { try container.encode(malformed.encoded, named: "malformed") }
    if let require { try container.encode(require, named: "require") }
    if let priority { try container.encode(priority, named: "priority") }
    if !paths.isEmpty { try container.encode(encodedPaths, named: "path") }
    if let records {
      try container.encode(recordsAsWritten ?? records.encoded, named: "records")
    }
  }

  /// The name of the hot stream that receives malformed records; nil if none does.
  package var malformedOutput: String? {
    if case .output(let name)? = malformed?.kind { name } else { nil }
  }

  private var encodedPaths: Value {
    if let pathsAsWritten { return pathsAsWritten }
    let texts = paths.map { Value.string(Text($0)) }
    return texts.count == 1 ? texts[0] : .array(texts)
  }
}

extension InputSource.End {
  fileprivate var encoded: Value {
    switch self {
    case .after(let seconds): seconds.encoded
    case .hold: "hold"
    }
  }

  /// The end without spelling; nil if it is at once.
  package var meaning: Self? {
    switch self {
    case .after(.zero): nil
    case .after(let seconds): .after(Seconds(nanoseconds: seconds.nanoseconds))
    case .hold: .hold
    }
  }
}
