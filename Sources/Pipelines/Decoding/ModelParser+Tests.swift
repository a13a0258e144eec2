import Values

/// The keys of an object that states a timeline, by a diagram or a file.
private enum DiagramKey: Int, ObjectKey {
  case marbles, values, frame, error, path

  static let owner = "a diagram"
  static let names = allCases.map { "\($0)" }
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

/// The keys of a test.
private enum TestKey: Int, ObjectKey {
  case name, skip, with, inputs, values, until, match, tolerance, expect

  static let owner = "a test"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
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
        "found \(found.phrase), expected marbles in a string, an object with 'marbles', or an array "
          + "of events")
      try reader.skipValue()
      return nil
    }
  }

  /// Reads a marble diagram in a string. A path would pass as one, with rather few values, so it is
  /// reported.
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
          .invalidValue, "'\(DiagramKey.names[key.rawValue])' beside 'path', expected 'path' alone",
          hint: "the file says it all", at: start)
      }
      return file.map { .file($0, annotations: annotations.members) }
    }
    guard seen.contains(DiagramKey.marbles) || seen.isMeant(DiagramKey.marbles) else {
      report(
        .missingKey, "a diagram without 'marbles', expected them",
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
      report(.invalidValue, "found an empty path, expected that of a file", at: start)
    } else if RecordFormat(fileName: text) != .ndjson {
      report(
        .invalidValue, "found a table, expected a file with an event on each line",
        hint: "write what '--format json' prints into one that ends in '.ndjson'", at: start)
    } else {
      return text
    }
    return nil
  }

  /// Warns that an expectation at the current position is never checked, because only a document
  /// and its definitions can be played by themselves.
  mutating func noteUncheckedExpectation() {
    let isOfDocument = path.components.count == 1
    let isOfDefinition = path.components.count == 3 && path.components[0] == .key("definitions")
    guard !isOfDocument, !isOfDefinition, case .key(let key)? = path.components.last else { return }
    // The warning is repeated for every item with the same operator list.
    listHasNotes = true
    warn(
      .invalidValue,
      "'\(key.string)' is never checked here, expected it at the top or in a definition",
      hint: "define the stream in the 'definitions' at the top", at: reader.offset)
  }

  /// Reads the tests of a document. One that cannot be read is reported, and expects an empty
  /// diagram.
  mutating func readTests() throws(ReadError) -> [StreamTest] {
    guard try expect(.array, "an array of tests") else { return [] }
    var tests: [StreamTest] = []
    var names: Set<String> = []
    var index = 0
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(index))
      tests.append(try readTest(besides: &names) ?? StreamTest(expect: ""))
      path.removeLast()
      index += 1
    }
    return tests
  }

  /// - Parameter names: The names of the tests before it; its own is added.
  private mutating func readTest(
    besides names: inout Set<String>
  ) throws(ReadError) -> StreamTest? {
    guard try expect(.object, "a test, which is an object with an 'expect'") else { return nil }
    let start = reader.offset
    var test = StreamTest(expect: "")
    var hasExpectation = false
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let key: TestKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key(TestKey.table.keys[key.rawValue]))
      switch key {
      case .name: test.name = try readTestName(besides: &names)
      case .skip: test.skip = try readSkipReason()
      case .until: test.until = try readDuration(named: "until")
      case .match: test.match = try readMatching()
      case .tolerance: test.tolerance = try readTolerance()
      case .with: test.with = try readArguments()
      case .inputs: test.inputs = try readTestInputs()
      case .values:
        var marbles = MarbleSource("")
        try readMarbleDetail(.values, into: &marbles)
        test.values = marbles.values
      case .expect:
        if let timeline = try readTimeline() {
          test.expect = timeline
          hasExpectation = true
        }
      }
      path.removeLast()
    }
    test.annotations = annotations.members
    if !seen.contains(TestKey.expect), !seen.isMeant(TestKey.expect) {
      report(
        .missingKey, "a test without 'expect', expected what playing must give",
        hint: #"write "expect": "", and 'stream-run test --accept' fills it in"#, at: start)
    }
    return hasExpectation ? test : nil
  }

  private mutating func readTestName(
    besides names: inout Set<String>
  ) throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let name = try readString("a name in a string") else { return nil }
    if !names.insert(name).inserted {
      warn(
        .invalidValue, "a second test named '\(name.abbreviated)', expected another name",
        hint: "reports and '--filter' tell tests apart by their names", at: start)
    }
    return name
  }

  private mutating func readSkipReason() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let reason = try readString("the reason in a string") else { return nil }
    if reason.isEmpty {
      report(
        .invalidValue, "found an empty reason, expected why the test is skipped",
        hint: "remove 'skip' to have it played", at: start)
    }
    return reason
  }

  private mutating func readMatching() throws(ReadError) -> StreamTest.Matching? {
    let words = StreamTest.Matching.allCases.map(\.rawValue)
    _ = try reader.peek()
    let start = reader.offset
    guard let word = try readString("'exact' or 'partial'") else { return nil }
    if let matching = StreamTest.Matching(rawValue: word) { return matching }
    report(
      .invalidValue, "found '\(word.abbreviated)' for 'match', expected 'exact' or 'partial'",
      hint: Suggestion.hint(for: word, among: words), at: start)
    return nil
  }

  private mutating func readTolerance() throws(ReadError) -> Double? {
    guard try expect(.number, "a number for 'tolerance'") else { return nil }
    let start = reader.offset
    let tolerance: Double? =
      switch try reader.readValue() {
      case .int(let int): Double(int)
      case .double(let double): double
      default: nil
      }
    guard let tolerance, tolerance < 0 else { return tolerance }
    report(.invalidValue, "'tolerance' is negative, expected 0 or more", at: start)
    return nil
  }

  private mutating func readTestInputs() throws(ReadError) -> [TestInput] {
    guard try expect(.object, "an object of streams by the names of definitions") else {
      return []
    }
    var inputs: [TestInput] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while let name = try reader.nextName() {
      path.append(.key(name))
      if name.isAnnotation {
        try reader.skipValue()
      } else if !names.insert(name).inserted {
        reportRepetition(of: name.string)
        try reader.skipValue()
      } else if let content = try readTestInput() {
        inputs.append(TestInput(name.string, content))
      }
      path.removeLast()
    }
    return inputs
  }

  private mutating func readTestInput() throws(ReadError) -> TestInput.Content? {
    if try reader.peek() == .string {
      let text = try reader.readText().string
      return TestInput.namesFile(text) ? .file(text) : .timeline(.marbles(text))
    }
    let start = reader.offset
    guard let timeline = try readTimeline() else { return nil }
    guard let file = timeline.file else { return .timeline(timeline) }
    report(
      .invalidValue, "found an object with 'path', expected the path of a data file in a string",
      hint: "write \"\(file.abbreviated)\"", at: start)
    return nil
  }
}

extension DocumentReader where Self: ~Copyable {
  /// Returns the next key of an object that can have any keys; nil at its end.
  fileprivate mutating func nextName() throws(ReadError) -> Text? {
    guard case .unknown(let name) = try nextKey(in: KeyTable([])) else { return nil }
    return name
  }
}
