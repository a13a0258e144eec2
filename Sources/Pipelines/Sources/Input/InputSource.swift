import Expressions
public import Values

/// Records from outside: what they are called, and when each of them comes.
public struct InputSource: Hashable, Sendable {
  /// From where the times of records count.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// From the earliest first record of all inputs.
    case first
    /// They are seconds since 1970, and the playback starts at the earliest first record.
    case epoch
  }

  /// What becomes of a record that is earlier than the one before it, which else is a failure.
  public enum Lateness: Hashable, Sendable {
    /// It is dropped, and counted.
    case drop
    /// It comes at once.
    case now
    /// Records are held for so long, to put them in order.
    case reorder(Seconds)
  }

  /// The name that is bound to a file or to something else when the document is played.
  public var name: String
  /// The expression that gives a record's time.
  public var time: String?
  /// Where the time of the records begins.
  public var origin: Origin?
  /// What happens to a record that arrives late.
  public var late: Lateness?
  /// Without `time`: how much later than the one before each record comes.
  public var every: Seconds?
  /// What the object of `reorder` carries under keys that begin with `$`.
  public var lateAnnotations: [Member] = []

  /// Creates a source that reads the records of an input.
  public init(
    _ name: String, time: String? = nil, origin: Origin? = nil, late: Lateness? = nil,
    every: Seconds? = nil
  ) {
    self.name = name
    self.time = time
    self.origin = origin
    self.late = late
    self.every = every
  }
}

extension InputSource: SourceDefinition {
  static let spec = SourceSpec(
    .input, "name", "a name in a string, which is bound to a file when the document is played",
    "Emits records from outside: lines of JSON, or rows of a table.",
    calledInMessages: "an input",
    details: [
      .init(
        .time, "an expression over $0, a record, that returns seconds or an RFC 3339 string",
        "The time of a record."),
      .init(
        .origin, "'first' or 'epoch'",
        "What times count from: the first record (the default), or 1970."),
      .init(
        .late, #"'drop', 'now' or { "reorder": duration }"#,
        "What to do with a record earlier than the previous one; a failure by default."),
      .init(
        .every, "a duration",
        "Without 'time', the time between two records; 0 by default."),
    ],
    examples: [
      .init(#"{"input": "sizes", "every": 2}"#, reading: ["sizes": "3\n5\n"], result: "3-(5|)"),
      .init(
        #"{"input": "orders", "time": "$0.at", "operators": [{"map": {"expression": "$0.size"}}]}"#,
        reading: ["orders": "{\"at\":10,\"size\":3}\n{\"at\":12.0,\"size\":5}\n"],
        result: "3-(5|)"),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(name, named: "input")
    if let time = time { try container.encode(time, named: "time") }
    if let origin = origin { try container.encode(origin.rawValue, named: "origin") }
    switch late {
    case .drop: try container.encode("drop", named: "late")
    case .now: try container.encode("now", named: "late")
    case .reorder(let seconds):
      var members = container.nestedContainer(
        keyedBy: NamedKey.self, forKey: NamedKey(stringValue: "late"))
      try members.encode(lateAnnotations)
      try members.encode(seconds.encoded, named: "reorder")
    case nil: break
    }
    if let every = every { try container.encode(every.encoded, named: "every") }
  }

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    let document = context.documentName
    if let replacement = context.replacements.plan(forInput: name, in: document) {
      return context.add(.marbles(replacement), emitting: .dyn)
    }
    var bound = self
    bound.name = context.replacements.boundName(ofInput: name, in: document)
    let address = document.map { StreamAddress(name, in: $0).text }
    return context.input(bound, calledInFull: address, collecting: &mistakes)
  }
}
