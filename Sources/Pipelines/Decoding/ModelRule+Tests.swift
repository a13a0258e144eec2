import Values

/// The keys of a diagram that stands for a timeline.
private enum DiagramKey: Int, ObjectKey {
  case marbles, values, frame, error

  static let owner = "a diagram"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })

  /// The key of a stream model that says the same.
  var modelKey: ModelKey {
    switch self {
    case .marbles: .marbles
    case .values: .values
    case .frame: .frame
    case .error: .error
    }
  }
}

/// The keys of a test.
private enum TestKey: Int, ObjectKey {
  case name, inputs, values, expect

  static let owner = "a test"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

extension ModelRule {
  /// Reads what comes when: a diagram, with or without what its signs stand for, or events.
  mutating func readTimeline() throws(ReadError) -> StatedTimeline? {
    switch try reader.peek() {
    case .string: return .marbles(try reader.readText().string)
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

  private mutating func readDiagram() throws(ReadError) -> StatedTimeline? {
    let start = reader.offset
    var marbles = MarbleSource("")
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let key: DiagramKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key(DiagramKey.table.keys[key.rawValue]))
      if key == .marbles {
        marbles.text = try readString("a marble diagram in a string") ?? ""
      } else {
        try readMarbleDetail(key.modelKey, into: &marbles)
      }
      path.removeLast()
    }
    guard seen.contains(DiagramKey.marbles) || seen.isMeant(DiagramKey.marbles) else {
      report(
        .missingKey, "a diagram without 'marbles', expected them",
        hint: #"write { "marbles": "-a-|" }; events stand in an array"#, at: start)
      return nil
    }
    return .diagram(marbles, annotations: annotations.members)
  }

  /// Reads the tests of a document. One that cannot be read expects nothing, and is reported.
  mutating func readTests() throws(ReadError) -> [StreamTest] {
    guard try expect(.array, "an array of tests") else { return [] }
    var tests: [StreamTest] = []
    var index = 0
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(index))
      tests.append(try readTest() ?? StreamTest(expect: ""))
      path.removeLast()
      index += 1
    }
    return tests
  }

  private mutating func readTest() throws(ReadError) -> StreamTest? {
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
      case .name: test.name = try readString("a name in a string")
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

  private mutating func readTestInputs() throws(ReadError) -> [TestInput] {
    guard try expect(.object, "an object that gives streams by the names of definitions") else {
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
    guard let timeline = try readTimeline() else { return nil }
    if case .marbles(let text) = timeline, TestInput.namesFile(text) { return .file(text) }
    return .timeline(timeline)
  }
}

extension DocumentReader {
  /// The next key of an object in which any key may stand.
  fileprivate mutating func nextName() throws(ReadError) -> Text? {
    guard case .unknown(let name) = try nextKey(in: KeyTable([])) else { return nil }
    return name
  }
}
