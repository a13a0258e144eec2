import Values

/// What has been read of a model's source: its keys may stand in any order.
struct SourceDraft {
  /// The source key that counts.
  var key: ModelKey?
  var marbles = MarbleSource("")
  /// The keys that say more about a diagram, with their places.
  var details: [(key: ModelKey, offset: Int)] = []
}

extension ModelRule {
  /// Reads the value of a key that says where values come from, or more about a diagram.
  mutating func readSource<Element: Codable>(
    _ key: ModelKey, into model: inout StreamModel<Element>, _ draft: inout SourceDraft
  ) throws(ReadError) {
    if key.belongsToMarbles {
      draft.details.append((key, reader.offset))
      return try readMarbleDetail(key, into: &draft.marbles)
    }
    if let first = draft.key {
      report(
        .source, "a second source, '\(key.name)', beside '\(first.name)', expected one",
        hint: "put one of them in a stream of its own, or remove it")
      return try reader.skipValue()
    }
    draft.key = key
    switch key {
    case .stream:
      if let items = try readItems(of: Element.self) { model.source = .stream(items) }
    case .sequence:
      if let list = try readElementList() { model.source = .sequence(list) }
    case .append:
      if let inputs = try readInputs() { model.source = .append(inputs) }
    case .merge:
      if let inputs = try readInputs() { model.source = .merge(inputs) }
    case .zip:
      if let inputs = try readInputs(atLeast: 2) { model.source = .zip(inputs) }
    case .from:
      if let input = try readInput() { model.source = .from(input) }
    case .marbles:
      if let text = try readString("a marble diagram in a string") { draft.marbles.text = text }
    default:
      preconditionFailure("'\(key)' is no source")
    }
  }

  /// Puts a diagram together, and tells what is missing or too much.
  mutating func finishSource<Element: Codable>(
    _ draft: SourceDraft, of model: inout StreamModel<Element>, _ seen: KeySet, at start: Int
  ) {
    if draft.key == .marbles {
      model.source = .marbles(draft.marbles)
    } else {
      for (key, offset) in draft.details {
        report(
          .unknownKey, "'\(key.name)' without 'marbles', to which it belongs",
          hint: "remove it, or add a diagram", at: offset)
      }
    }
    guard draft.key == nil, !ModelKey.sources.contains(where: { seen.isMeant($0) }) else { return }
    let names = ModelKey.sources.map { "'\($0.name)'" }
    report(
      .source, "a stream model without a source, expected one of \(names.joined(separator: ", "))",
      hint: #"write "stream": [ … ]"#, at: start)
  }

  mutating func readDefinitions() throws(ReadError) -> [StreamDefinition] {
    guard try expect(.object, "an object that gives streams their names") else { return [] }
    var definitions: [StreamDefinition] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while case .unknown(let name) = try reader.nextKey(in: Self.noKeys) {
      path.append(.key(name))
      defer { path.removeLast() }
      if name.isAnnotation {
        try reader.skipValue()
        continue
      }
      guard names.insert(name).inserted else {
        reportRepetition(of: name.string)
        try reader.skipValue()
        continue
      }
      checkName(name.string)
      // A model that cannot be read stands as an empty one: its name is defined all the same.
      let model = try readModel(of: Value.self) ?? StreamModel(source: .append([]))
      definitions.append(StreamDefinition(name.string, model))
    }
    return definitions
  }

  /// Refuses a name by which a definition could never be used.
  private mutating func checkName(_ name: String) {
    if name.isEmpty {
      report(.invalidValue, "a definition with an empty name, expected one to use it by")
    } else if StreamInput(name) != .name(name) {
      report(
        .invalidValue,
        "the name '\(name.abbreviated)' would be read as a file, expected one that would not",
        hint: "files begin with './' or '../' or end in '.json'")
    }
  }

  private static var noKeys: KeyTable { KeyTable([]) }

  /// Reads an array of inputs. One that cannot be read stands as an empty stream, and is reported.
  mutating func readInputs(atLeast least: Int = 0) throws(ReadError) -> [StreamInput]? {
    guard try expect(.array, "an array of streams") else { return nil }
    let start = reader.offset
    var inputs: [StreamInput] = []
    try reader.beginArray()
    var index = 0
    while try reader.nextElement() {
      path.append(.index(index))
      inputs.append(try readInput() ?? .unreadable)
      path.removeLast()
      index += 1
    }
    if inputs.count < least {
      report(
        .invalidValue,
        "found \(inputs.count == 1 ? "one stream" : "no streams"), "
          + "expected at least \(least)", at: start)
    }
    return inputs
  }

  mutating func readInput() throws(ReadError) -> StreamInput? {
    switch try reader.peek() {
    case .string:
      let start = reader.offset
      let text = try reader.readText().string
      guard !text.isEmpty else {
        report(.invalidValue, "found an empty name, expected one of 'definitions'", at: start)
        return nil
      }
      return StreamInput(text)
    case .object:
      return try readModel(of: Value.self).map(StreamInput.model)
    case let found:
      report(
        .wrongType, "found \(found.phrase), expected a stream: a name, a file, or a stream model",
        at: reader.offset)
      try reader.skipValue()
      return nil
    }
  }

  private mutating func readElementList() throws(ReadError) -> ElementList? {
    switch try reader.peek() {
    case .string:
      return .expression(try reader.readText().string)
    case .array:
      guard case .array(let elements) = try reader.readValue() else { return nil }
      return .values(elements)
    case let found:
      report(
        .wrongType, "found \(found.phrase), expected an array, or an expression that gives a list",
        at: reader.offset)
      try reader.skipValue()
      return nil
    }
  }

  private mutating func readMarbleDetail(
    _ key: ModelKey, into marbles: inout MarbleSource
  ) throws(ReadError) {
    switch key {
    case .values:
      guard try expect(.object, "an object that says what the signs stand for") else { return }
      if case .object(let object) = try reader.readValue() {
        marbles.values = object.members.filter { !$0.key.isAnnotation }
      }
    case .frame:
      guard try expect(.number, "the seconds of one character") else { return }
      let start = reader.offset
      let least = "1 nanosecond (1e-9)"
      guard let frame = try readDuration(named: "frame", least: least) else { return }
      if frame == .zero {
        report(
          .invalidValue, "'frame' is no time at all, expected \(least) or more", at: start)
      } else {
        marbles.frame = frame
      }
    case .error:
      marbles.error = try readString("the text of the failure in a string")
    default:
      if try expect(.bool, "true or false") { marbles.isHot = try reader.readBool() }
    }
  }
}

extension StreamInput {
  /// Stands for an input that could not be read, which has been reported.
  static let unreadable = StreamInput.model(StreamModel(source: .append([])))
}
