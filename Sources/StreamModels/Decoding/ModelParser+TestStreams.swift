import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the streams that a test plays in place of definitions and inputs.
  mutating func readTestInputs() throws(ReadError) -> [TestInput] {
    guard try expect(.object, "an object of streams by the names of definitions") else {
      return []
    }
    var inputs: [TestInput] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while let name = try nextName(besides: &names) {
      if let content = try readTestInput() { inputs.append(TestInput(name.string, content)) }
      path.removeLast()
    }
    return inputs
  }

  private mutating func readTestInput() throws(ReadError) -> TestInput.Content? {
    switch try reader.peek() {
    case .string:
      let text = try reader.readText().string
      return TestInput.namesFile(text) ? .file(text) : .timeline(.marbles(text))
    case .object:
      guard let model = try readModel(of: Value.self) else { return nil }
      return model.plainDiagram.map { .timeline($0) } ?? .stream(model)
    case .array: return try readEvents().map { .timeline(.events($0)) }
    case let found:
      report(
        .wrongType,
        "found \(found.phrase), expected marbles or the path of a data file in a string, an array of "
          + "events, or a stream model")
      try reader.skipValue()
      return nil
    }
  }

  /// Reads the expected timelines of definitions.
  mutating func readTestOutputs() throws(ReadError) -> [TestOutput] {
    guard try expect(.object, "an object of timelines by the names of definitions") else {
      return []
    }
    var outputs: [TestOutput] = []
    let start = reader.offset
    var names: Set<Text> = []
    try reader.beginObject()
    while let name = try nextName(besides: &names) {
      if let timeline = try readTimeline() {
        outputs.append(TestOutput(name.string, timeline))
      }
      path.removeLast()
    }
    if names.isEmpty {
      report(
        .invalidValue, "'outputs' is empty, expected a timeline by the name of a definition",
        hint: "remove it", at: start)
    }
    return outputs
  }

  /// Returns the next key of an object that can have any keys, and moves `path` to its value; nil
  /// at its end. Annotations are skipped. Repeated keys are reported and skipped.
  private mutating func nextName(besides names: inout Set<Text>) throws(ReadError) -> Text? {
    while case .unknown(let name) = try reader.nextKey(in: KeyTable([])) {
      path.append(.key(name))
      if !name.isAnnotation {
        if names.insert(name).inserted { return name }
        reportRepetition(of: name.string)
      }
      try reader.skipValue()
      path.removeLast()
    }
    return nil
  }
}

extension StreamModel<Value> {
  /// The diagram alone, if the model contains nothing else.
  fileprivate var plainDiagram: StatedTimeline? {
    guard case .marbles(let marbles) = source, marbles.isHot == nil else { return nil }
    var bare = StreamModel(source: source)
    bare.annotations = annotations
    return self == bare ? .diagram(marbles, annotations: annotations) : nil
  }
}
