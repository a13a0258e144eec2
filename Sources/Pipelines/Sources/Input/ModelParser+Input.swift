import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the name of an input. It must not be empty or contain a `=`, because inputs are bound by
  /// `NAME=PATH`.
  mutating func readInputName() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let name = try readString("the name of an input in a string") else { return nil }
    if name.isEmpty {
      report(.invalidValue, "an input with an empty name, expected one to bind it by", at: start)
    } else if name.contains("=") {
      report(
        .invalidValue, "the input '\(name.abbreviated)' has a '=' in its name",
        hint: "inputs are bound by NAME=PATH; leave the '=' out", at: start)
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
    case .origin:
      guard let word = try readWord(of: .origin, among: InputSource.Origin.allCases.map(\.rawValue))
      else { return }
      draft.input.origin = InputSource.Origin(rawValue: word)
    case .late:
      try readLateness(into: draft)
    default:
      draft.input.every = try readDuration(named: "every")
    }
  }

  private mutating func readLateness<Element>(
    into draft: ModelDraft<Element>
  ) throws(ReadError) {
    guard try reader.peek() == .object else {
      switch try readWord(of: .late, among: ["drop", "now"], or: #"{ "reorder": duration }"#) {
      case "drop": draft.input.late = .drop
      case "now": draft.input.late = .now
      default: break
      }
      return
    }
    let start = reader.offset
    var seen = KeySet()
    var annotations = Annotations()
    var hold: Seconds?
    var parameter: Text?
    try reader.beginObject()
    while let _: ReorderKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key("reorder"))
      parameter = try readReference(for: Self.reorder)
      if parameter == nil { hold = try readDuration(named: "reorder") }
      path.removeLast()
    }
    draft.input.lateAnnotations = annotations.members
    if let parameter {
      let members = annotations.members + [Member(key: "reorder", value: .string(parameter))]
      draft.model.parameterDetails.append(Member(key: "late", value: .object(Object(members))))
    } else if let hold {
      draft.input.late = .reorder(hold)
    } else if !seen.contains(ReorderKey.reorder), !seen.isMeant(ReorderKey.reorder) {
      report(
        .missingKey, "'late' without 'reorder', expected how long records are held",
        hint: #"write { "reorder": 5 }"#, at: start)
    }
  }

  private static var reorder: ParameterSpec { ParameterSpec("reorder", .duration, "") }

  private mutating func readWord(
    of key: ModelKey, among words: [String], or more: String? = nil
  ) throws(ReadError) -> String? {
    let quoted = words.map { "'\($0)'" } + (more.map { [$0] } ?? [])
    let list = "\(quoted.dropLast().joined(separator: ", ")) or \(quoted[quoted.count - 1])"
    _ = try reader.peek()
    let start = reader.offset
    guard let word = try readString(list) else { return nil }
    if words.contains(word) { return word }
    report(
      .invalidValue, "found '\(word.abbreviated)' for '\(key.name)', expected \(list)",
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
          .invalidValue, "'every' beside 'time', expected one of them",
          hint: "records arrive at their own times, or one after another", at: offset)
      case .origin where !hasTime, .late where !hasTime:
        report(
          .invalidValue, "'\(key.name)' without 'time', expected both",
          hint: key == .late
            ? "only records that have times can be late"
            : "it is what the times of records count from",
          at: offset)
      default: break
      }
    }
  }
}
