package import Values

/// A model that is being read, because its keys can be in any order.
///
/// It is on the heap, because models nest hundreds of levels deep.
final class ModelDraft<Element: Codable> {
  var model = StreamModel<Element>(stream: [])
  /// The offset at which its text begins.
  let start: Int
  var seen = KeySet()
  var annotations = Annotations()
  /// The first source key; any others are mistakes.
  var sourceKey: ModelKey?
  var marbles = MarbleSource("")
  var input = InputSource("")
  var from = FromSource(.unreadable)
  var cron = CronSource("")
  /// The keys of details of a source, with their offsets.
  var details: [(key: ModelKey, offset: Int)] = []
  /// The number of unresolved names before the model.
  let openNames: Int

  init(start: Int, openNames: Int) {
    self.start = start
    self.openNames = openNames
  }
}

extension ModelDraft {
  // This function and others below are not inlined: their callers read models within models, so
  // they have to use small stack frames.
  @inline(never)
  fileprivate func takeSource(_ inputs: [StreamInput], of rule: CombiningRule) {
    model.source = StreamSource(rule, of: inputs)
  }

  @inline(never)
  fileprivate func takeSource(_ items: StreamItems<Element>) {
    model.source = .stream(items)
  }
}

extension ModelDraft<Value> {
  @inline(never)
  fileprivate var input: StreamInput { .model(model) }

  @inline(never)
  fileprivate func definition(named name: String) -> StreamDefinition {
    StreamDefinition(name, model)
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the value of a source key, or of a detail of a source.
  mutating func readSource<Element: Codable>(
    _ key: ModelKey, into draft: ModelDraft<Element>
  ) throws(ReadError) {
    if key == .stream {
      guard try begin(key, of: draft), let items = try readItems(of: Element.self) else { return }
      draft.takeSource(items)
    } else if let rule = CombiningRule(key) {
      guard try begin(key, of: draft), let inputs = try readInputs(atLeast: rule.leastCount)
      else { return }
      draft.takeSource(inputs, of: rule)
    } else {
      try readPlainSource(key, into: draft)
    }
  }

  /// Reads a source that cannot contain another model, or a detail of one.
  @inline(never)
  private mutating func readPlainSource<Element: Codable>(
    _ key: ModelKey, into draft: ModelDraft<Element>
  ) throws(ReadError) {
    if let source = key.detailedSource {
      draft.details.append((key, reader.offset))
      return try readDetail(key, of: source, into: draft)
    }
    guard try begin(key, of: draft) else { return }
    if key == .input {
      if let name = try readInputName() { draft.input.name = name }
    } else if key == .cron {
      if let fields = try readString("five fields in a string") { draft.cron.fields = fields }
    } else if key == .sequence {
      if let list = try readElementList() { draft.model.source = .sequence(list) }
    } else if let text = try readString("a marble diagram in a string") {
      draft.marbles.text = text
    }
  }

  /// Reads the value of a detail and returns the source with it.
  package mutating func readDetail(
    named name: String, of source: StreamSource<Value>
  ) throws(ReadError) -> StreamSource<Value>? {
    guard let key = ModelKey.allCases.first(where: { $0.name == name }),
      let kind = key.detailedSource
    else { return source }
    let draft = ModelDraft<Value>(start: 0, openNames: 0)
    if case .marbles(let marbles) = source { draft.marbles = marbles }
    if case .input(let input) = source { draft.input = input }
    if case .cron(let cron) = source { draft.cron = cron }
    try readDetail(key, of: kind, into: draft)
    switch kind {
    case .marbles: return .marbles(draft.marbles)
    case .cron: return .cron(draft.cron)
    default: return .input(draft.input)
    }
  }

  private mutating func readDetail<Element: Codable>(
    _ key: ModelKey, of source: ModelKey, into draft: ModelDraft<Element>
  ) throws(ReadError) {
    if key == .with {
      draft.from.with = try readArguments()
    } else if let value = try readParameterDetail(key) {
      draft.model.parameterDetails.append(Member(key: Text(key.name), value: value))
    } else if key == .twice {
      draft.cron.twice = try readWord(of: key, among: CronSource.Twice.allCases.map(\.rawValue))
        .flatMap(CronSource.Twice.init)
    } else if key == .initial {
      if try expect(.bool, "true or false") { draft.cron.initial = try reader.readBool() }
    } else if source == .cron {
      draft.cron.zone = try readString("a zone in a string")
    } else if source == .marbles {
      try readMarbleDetail(key, into: &draft.marbles)
    } else {
      try readInputDetail(key, into: draft)
    }
  }

  /// Returns whether this is the first source key of the model. If not, reports a mistake and skips
  /// the value.
  @inline(never)
  mutating func begin<Element>(
    _ key: ModelKey, of draft: ModelDraft<Element>
  ) throws(ReadError) -> Bool {
    guard let first = draft.sourceKey else {
      draft.sourceKey = key
      return true
    }
    report(
      .source, "found a second source, '\(key.name)', beside '\(first.name)', expected one",
      hint: "move one of them into another stream, or remove it")
    try reader.skipValue()
    return false
  }

  /// Assembles a diagram or an input. Reports a missing source, and details without their source.
  mutating func finishSource<Element>(of draft: ModelDraft<Element>) {
    switch draft.sourceKey {
    case .marbles: draft.model.source = .marbles(draft.marbles)
    case .input: finishInput(of: draft)
    case .cron: draft.model.source = .cron(draft.cron)
    case .from: draft.model.source = .from(draft.from)
    default: break
    }
    for (key, offset) in draft.details {
      guard let source = key.detailedSource, source != draft.sourceKey,
        let spec = SourceSpec.all.first(where: { $0.key == source })
      else { continue }
      report(
        .unknownKey, "'\(key.name)' needs '\(source.name)' beside it",
        hint: "remove it, or add \(spec.phrase)", at: offset)
    }
    guard draft.sourceKey == nil, !ModelKey.sources.contains(where: { draft.seen.isMeant($0) })
    else { return }
    if draft.seen.contains(ModelKey.operators), canBeOperator {
      draft.model.source = .upstream
      for key in [ModelKey.expect, .tests, .outputs, .latest] where draft.seen.contains(key) {
        report(
          .invalidValue, "an operator cannot have '\(key.name)', which belongs to a stream",
          hint: key == .latest
            ? "write it beside a stream" : "test a stream that uses the operator",
          below: .key(Text(key.name)))
      }
      return
    }
    let names = ModelKey.sources.map { "'\($0.name)'" }
    report(
      .source, "a stream model needs one of the sources \(names.joined(separator: ", "))",
      hint: #"write "stream": [ … ]"#, at: draft.start)
  }

  mutating func readDefinitions() throws(ReadError) -> [StreamDefinition] {
    guard try expect(.object, "an object of streams by name") else { return [] }
    var definitions: [StreamDefinition] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while let name = try nextName(notIn: &names) {
      // A model that cannot be read is treated as an empty one, so that its name is still defined.
      let draft = try readDraft(of: Value.self) ?? ModelDraft(start: 0, openNames: 0)
      definitions.append(draft.definition(named: name))
      path.removeLast()
    }
    return definitions
  }

  /// Returns the name of the next definition, and moves `path` and the reader to its model.
  @inline(never)
  private mutating func nextName(notIn names: inout Set<Text>) throws(ReadError) -> String? {
    while case .unknown(let name) = try reader.nextKey(in: Self.noKeys) {
      path.append(.key(name))
      if !name.isAnnotation, names.insert(name).inserted {
        checkName(name.string)
        return name.string
      }
      if !name.isAnnotation { reportRepetition(of: name.string) }
      try reader.skipValue()
      path.removeLast()
    }
    return nil
  }

  /// Reports a name with which a definition could never be used.
  private mutating func checkName(_ name: String) {
    if name.isEmpty {
      report(.invalidValue, "a definition needs a name")
    } else if StreamInput(name) != .name(name) {
      report(
        .invalidValue,
        "the name '\(name.abbreviated)' looks like the path of a file, expected another name",
        hint: "files begin with './' or '../' or end in '.json'")
    }
  }

  private static var noKeys: KeyTable { KeyTable([]) }

  /// Reads an array of inputs. An input that cannot be read is reported, and treated as an empty
  /// stream.
  mutating func readInputs(atLeast least: Int = 0) throws(ReadError) -> [StreamInput]? {
    let found = try reader.peek()
    let hint = found == .string || found == .object ? "put it in brackets: [ … ]" : nil
    guard try expect(.array, "an array of streams", hint: hint) else { return nil }
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
    if inputs.count < least { reportCount(inputs.count, least: least, at: start) }
    return inputs
  }

  @inline(never)
  private mutating func reportCount(_ count: Int, least: Int, at start: Int) {
    report(
      .invalidValue,
      "found \(count == 1 ? "one stream" : "no streams"), expected at least \(least)", at: start)
  }

  mutating func readInput() throws(ReadError) -> StreamInput? {
    guard try reader.peek() == .object else { return try readPlainInput() }
    return try readDraft(of: Value.self)?.input
  }

  /// Reads the name of a stream or a file.
  @inline(never)
  private mutating func readPlainInput() throws(ReadError) -> StreamInput? {
    let found = try reader.peek()
    let start = reader.offset
    guard found == .string else {
      report(
        .wrongType, "found \(found.phrase), expected a stream: a name, a file, or a stream model",
        at: start)
      try reader.skipValue()
      return nil
    }
    let text = try reader.readText().string
    guard !text.isEmpty else {
      report(.invalidValue, "found an empty name, expected one of 'definitions'", at: start)
      return nil
    }
    return StreamInput(text)
  }
}

extension StreamInput {
  /// A placeholder for an input that could not be read, which has been reported.
  static let unreadable = StreamInput.model(StreamModel(source: .append([])))
}
