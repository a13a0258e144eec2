import Expressions
import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the name of an input. It must not be empty or contain a `=`, because inputs are bound
  /// with `NAME=PATH`.
  mutating func readInputName() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let name = try readString("the name of an input in a string") else { return nil }
    if name.isEmpty {
      report(.invalidValue, "an input needs a name", at: start)
    } else if name.contains("=") {
      report(
        .invalidValue, "the input '\(name.abbreviated)' has a '=' in its name",
        hint: "inputs are bound with NAME=PATH; remove the '='", at: start)
    }
    return name
  }

  /// Reads the value of a detail of an input.
  mutating func readInputDetail<Element>(
    _ key: ModelKey, into draft: ModelDraft<Element>
  ) throws(ReadError) {
    switch key {
    case .time:
      draft.input.time = try readString("an expression for the time of a record, in a string")
    case .unit:
      let units = InputSource.TimeUnit.allCases.map(\.rawValue)
      draft.input.unit = try readWord(of: .unit, among: units).flatMap(InputSource.TimeUnit.init)
    case .origin:
      guard let word = try readWord(of: .origin, among: InputSource.Origin.allCases.map(\.rawValue))
      else { return }
      draft.input.origin = InputSource.Origin(rawValue: word)
    case .late:
      try readLateness(into: draft)
    case .end:
      try readEnd(into: draft)
    case .malformed:
      if case .errorPolicy(let policy)? = try readErrorPolicy(Self.malformed) {
        draft.input.malformed = policy
      }
    case .require:
      draft.input.require = try readString("a condition for a well-formed record, in a string")
    case .priority:
      draft.input.priority = try readPriority()
    case .path:
      try readPaths(into: &draft.input)
    case .records:
      try readRecordFormat(into: draft)
    default:
      draft.input.every = try readDuration(named: "every")
    }
  }

  private mutating func readEnd<Element>(into draft: ModelDraft<Element>) throws(ReadError) {
    guard try reader.peek() == .string else {
      draft.input.end = try readDuration(named: "end").map { .after($0) }
      return
    }
    let start = reader.offset
    let text = try reader.readText().string
    if text == "hold" {
      draft.input.end = .hold
    } else if let word = Suggestion.nearest(to: text, among: ["hold"]) {
      report(
        .invalidValue, "found '\(text.abbreviated)' for 'end', expected a duration or 'hold'",
        hint: "did you mean '\(word)'?", at: start)
    } else {
      draft.input.end = seconds(of: text, named: "end", at: start).map { .after($0) }
    }
  }

  private mutating func readPriority() throws(ReadError) -> Int? {
    guard try expect(.number, "a whole number") else { return nil }
    let start = reader.offset
    let number = try reader.readDecimal()
    if number.isWrittenAsInteger, let priority = number.int { return Int(priority) }
    report(.invalidValue, "'priority' is not a whole number", hint: "write 1 or 2", at: start)
    return nil
  }

  private static var malformed: ParameterSpec {
    ParameterSpec("malformed", .errorPolicy, "", words: ["fail", "skip"])
  }

  private mutating func readLateness<Element>(
    into draft: ModelDraft<Element>
  ) throws(ReadError) {
    guard try reader.peek() == .object else {
      let word = try readWord(
        of: .late, among: InputSource.Lateness.Treatment.words,
        or: #"{ "output": name }"#, #"{ "reorder": duration }"#)
      draft.input.late = word.flatMap { .init(word: $0) }.map { InputSource.Lateness($0) }
      return
    }
    let start = reader.offset
    var late = LatenessDraft()
    try reader.beginObject()
    while let key: LatenessKey = try nextKey(seen: &late.seen, annotations: &late.annotations) {
      path.append(.key(LatenessKey.table.keys[key.rawValue]))
      switch key {
      case .output: late.treatment = try readOutputName("late").map { .output($0) }
      case .reorder:
        late.parameter = try readReference(for: Self.reorder)
        if late.parameter == nil { late.reorder = try readDuration(named: "reorder") }
      case .then: try readThen(into: &late)
      }
      path.removeLast()
    }
    finish(late, at: start, into: draft)
  }

  /// Reads the treatment of records that are too late to be reordered.
  private mutating func readThen(into late: inout LatenessDraft) throws(ReadError) {
    guard try reader.peek() == .object else {
      let word = try readWord(
        "then", among: InputSource.Lateness.Treatment.words, or: [#"{ "output": name }"#])
      late.treatment = word.flatMap { .init(word: $0) }
      return
    }
    guard let (name, annotations) = try readOutput("late") else { return }
    (late.treatment, late.outputAnnotations) = (.output(name), annotations)
  }

  /// Assembles the treatment of late records, and reports keys that cannot be combined.
  private mutating func finish<Element>(
    _ late: LatenessDraft, at start: Int, into draft: ModelDraft<Element>
  ) {
    let seen = late.seen
    if seen.contains(LatenessKey.output), seen.contains(LatenessKey.reorder) {
      return report(
        .invalidValue, "'late' has both 'output' and 'reorder', expected one of them",
        hint: #"write { "reorder": 5, "then": { "output": "late" } }"#, at: start)
    }
    guard !seen.contains(LatenessKey.output) else {
      guard let treatment = late.treatment, !seen.contains(LatenessKey.then) else {
        if seen.contains(LatenessKey.then) { reportMissingReorder(at: start) }
        return
      }
      draft.input.late = InputSource.Lateness(treatment, annotations: late.annotations.members)
      return
    }
    let whole = InputSource.Lateness(
      reorder: late.reorder ?? .zero, late.treatment, annotations: late.annotations.members,
      outputAnnotations: late.outputAnnotations)
    if let parameter = late.parameter, case .object(let object) = whole.encoded {
      let members = object.members.map { member in
        member.key == "reorder" ? Member(key: "reorder", value: .string(parameter)) : member
      }
      draft.model.parameterDetails.append(Member(key: "late", value: .object(Object(members))))
    } else if late.reorder != nil {
      draft.input.late = whole
    } else if !seen.contains(LatenessKey.reorder), !seen.isMeant(LatenessKey.reorder),
      !seen.isMeant(LatenessKey.output)
    {
      reportMissingReorder(at: start)
    }
  }

  private mutating func reportMissingReorder(at start: Int) {
    report(
      .missingKey, "'late' needs 'reorder', the time for which records are held",
      hint: #"write { "reorder": 5 }"#, at: start)
  }

  private static var reorder: ParameterSpec { ParameterSpec("reorder", .duration, "") }

  mutating func readWord(
    of key: ModelKey, among words: [String], or more: String...
  ) throws(ReadError) -> String? {
    try readWord(key.name, among: words, or: more)
  }

  private mutating func readWord(
    _ name: String, among words: [String], or more: [String]
  ) throws(ReadError) -> String? {
    let quoted = words.map { "'\($0)'" } + more
    let list = "\(quoted.dropLast().joined(separator: ", ")) or \(quoted[quoted.count - 1])"
    _ = try reader.peek()
    let start = reader.offset
    guard let word = try readString(list) else { return nil }
    if words.contains(word) { return word }
    report(
      .invalidValue, "found '\(word.abbreviated)' for '\(name)', expected \(list)",
      hint: Suggestion.hint(for: word, among: words), at: start)
    return nil
  }

  /// Assembles an input, and reports keys that cannot be combined.
  mutating func finishInput<Element>(of draft: ModelDraft<Element>) {
    draft.model.source = .input(draft.input)
    let hasTime = draft.seen.contains(ModelKey.time)
    for (key, offset) in draft.details {
      switch key {
      case .every where hasTime:
        report(
          .invalidValue, "found 'every' beside 'time', expected one of them",
          hint: "'time' reads the time of each record; 'every' spaces the records "
            + "evenly", at: offset)
      case .unit where !hasTime, .origin where !hasTime, .late where !hasTime:
        let hints: [ModelKey: String] = [
          .unit: "it is the unit of times that are numbers",
          .origin: "it sets where the times of records start",
        ]
        report(
          .invalidValue, "'\(key.name)' needs 'time'",
          hint: hints[key] ?? "only records with times can be late", at: offset)
      default: break
      }
    }
  }
}

/// The treatment of late records that is being read.
private struct LatenessDraft {
  var seen = KeySet()
  var annotations = Annotations()
  var reorder: Seconds?
  var treatment: InputSource.Lateness.Treatment?
  var outputAnnotations: [Member] = []
  /// The parameter of the model that specifies the duration.
  var parameter: Text?
}
