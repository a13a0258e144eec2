import Records
import Values

/// The keys of an object that states a timeline, as a diagram or as a file.
package enum DiagramKey: Int, ObjectKey {
  case marbles, values, frame, error, path

  static let owner = "a diagram"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })

  /// The key of a stream model that has the same meaning for a diagram.
  var modelKey: ModelKey {
    switch self {
    case .marbles, .path: .marbles
    case .values: .values
    case .frame: .frame
    case .error: .error
    }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads a timeline: a diagram, with or without the values of its symbols, a list of events, or a
  /// file of events.
  mutating func readTimeline() throws(ReadError) -> StatedTimeline? {
    switch try reader.peek() {
    case .string: return try readMarbles()
    case .object: return try readDiagram()
    case .array: return try readEvents().map(StatedTimeline.events)
    case let found:
      report(
        .wrongType,
        "found \(found.phrase), expected marbles in a string, an object with 'marbles', or an "
          + "array "
          + "of events")
      try reader.skipValue()
      return nil
    }
  }

  /// Reads a marble diagram in a string. A path could be read as a diagram with rather few values,
  /// so it is reported.
  private mutating func readMarbles() throws(ReadError) -> StatedTimeline {
    let start = reader.offset
    let text = try reader.readText().string
    if StatedTimeline.hasDataEnding(text) {
      report(
        .invalidValue, "found the path of a file, expected a marble diagram in a string",
        hint: "write { \"path\": \"\(text.abbreviated)\" }", at: start)
    }
    return .marbles(text)
  }

  private mutating func readDiagram() throws(ReadError) -> StatedTimeline? {
    let start = reader.offset
    var marbles = MarbleSource("")
    var file: String?
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let key: DiagramKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key(DiagramKey.table.keys[key.rawValue]))
      switch key {
      case .marbles: marbles.text = try readString("a marble diagram in a string") ?? ""
      case .path: file = try readExpectedPath()
      case .values, .frame, .error: try readMarbleDetail(key.modelKey, into: &marbles)
      }
      path.removeLast()
    }
    if seen.contains(DiagramKey.path) {
      for key in DiagramKey.allCases where key != .path && seen.contains(key) {
        report(
          .invalidValue,
          "found '\(DiagramKey.names[key.rawValue])' beside 'path', expected "
            + "'path' alone",
          hint: "the file states everything", at: start)
      }
      return file.map { .file($0, annotations: annotations.members) }
    }
    guard seen.contains(DiagramKey.marbles) || seen.isMeant(DiagramKey.marbles) else {
      report(
        .missingKey, "a diagram needs 'marbles'",
        hint: #"write { "marbles": "-a-|" }; events are in an array"#, at: start)
      return nil
    }
    return .diagram(marbles, annotations: annotations.members)
  }

  /// Reads the path of a file of events.
  private mutating func readExpectedPath() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let text = try readString("the path of a file in a string") else { return nil }
    if text.isEmpty {
      report(.invalidValue, "found an empty path, expected the path of a file", at: start)
    } else if RecordFormat(fileName: text) != .ndjson {
      report(
        .invalidValue, "found a table, expected a file with one event on each line",
        hint: "write the output of '--format json' to a file that ends in '.ndjson'", at: start)
    } else {
      return text
    }
    return nil
  }

  /// Warns that an expectation at the current position is never checked, because only a document
  /// and its definitions can be played on their own.
  mutating func noteUncheckedExpectation() {
    let isOfDocument = path.components.count == 1
    let isOfDefinition = path.components.count == 3 && path.components[0] == .key("definitions")
    guard !isOfDocument, !isOfDefinition, case .key(let key)? = path.components.last else { return }
    // The warning is repeated for every item with the same operator list.
    listHasNotes = true
    warn(
      .invalidValue,
      "'\(key.string)' is never checked here, expected it at the top level or in a definition",
      hint: "define the stream in the 'definitions' at the top level", at: reader.offset)
  }
}
