public import Values

/// A source that emits the values of another stream, with values for that stream's parameters and
/// streams to play in place of its inputs.
public struct FromSource: Hashable, Sendable {
  /// The stream.
  public var input: StreamInput
  /// The values of the stream's parameters, by name; keys that begin with `$` are for editors and
  /// people.
  public var with: [Member]
  /// The streams to play in place of inputs and definitions of the file, by name.
  public var inputs: [Replacement]

  /// A stream to play in place of an input or a definition.
  public struct Replacement: Hashable, Sendable {
    /// The name of the input or the definition.
    public var name: String
    /// The stream to play.
    public var stream: StreamInput

    /// Creates a replacement for the input or definition with a name.
    public init(_ name: String, _ stream: StreamInput) {
      self.name = name
      self.stream = stream
    }
  }

  /// Creates a source that emits the values of another stream.
  public init(_ input: StreamInput, with: [Member] = [], inputs: [Replacement] = []) {
    self.input = input
    self.with = with
    self.inputs = inputs
  }
}

extension FromSource: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(StreamInput(value))
  }
}

extension FromSource {
  package static let spec = SourceSpec(
    .from, "stream", "a name, a file, or a stream model in place",
    "Emits the values of another stream, for example to apply operators to a named one.",
    details: [
      .init(.with, "an object of values by name", "The values of the stream's parameters."),
      .init(
        .inputs, "an object of streams by name",
        "The streams to play in place of inputs and definitions of a file."),
    ],
    examples: [
      .init(
        #"""
        {"definitions": {"numbers": {"marbles": "-1-2-|"}}, "from": "numbers",
         "operators": [{"delay": {"seconds": 1}}]}
        """#, result: "--1-2-|"),
      .init(
        #"""
        {"definitions": {"late": {"parameters": {"by": 0}, "marbles": "-1-|",
         "operators": [{"delay": {"seconds": "$by"}}]}}, "from": "late", "with": {"by": 2}}
        """#, result: "---1-|"),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(input, named: "from")
    try container.encode(with, named: "with")
    guard !inputs.isEmpty else { return }
    var members = container.nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: "inputs"))
    for input in inputs { try members.encode(input.stream, named: input.name) }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the stream of a `from`. This is a separate function, because these streams nest deepest.
  mutating func readFrom<Element: Codable>(
    into draft: ModelDraft<Element>
  ) throws(ReadError) {
    guard try begin(.from, of: draft), let input = try readInput() else { return }
    draft.setInput(input)
  }

  /// Reads the streams to play in place of a file's streams.
  mutating func readReplacements<Element: Codable>(
    into draft: ModelDraft<Element>
  ) throws(ReadError) {
    guard try beginReplacements(of: draft) else { return }
    let names = ReplacementNames()
    while let name = try nextName(notIn: names) {
      if let stream = try readInput() { draft.replace(name, by: stream) }
      path.removeLast()
    }
  }

  @inline(never)
  private mutating func beginReplacements<Element>(
    of draft: ModelDraft<Element>
  ) throws(ReadError) -> Bool {
    draft.details.append((.inputs, reader.offset))
    guard try expect(.object, "an object of streams by name") else { return false }
    try reader.beginObject()
    return true
  }

  @inline(never)
  private mutating func nextName(notIn names: ReplacementNames) throws(ReadError) -> String? {
    while case .unknown(let name) = try reader.nextKey(in: KeyTable([])) {
      path.append(.key(name))
      if names.set.insert(name).inserted { return name.string }
      reportRepetition(of: name.string)
      try reader.skipValue()
      path.removeLast()
    }
    return nil
  }
}

/// The names that have been read. They are on the heap, because replacements nest within
/// replacements.
private final class ReplacementNames {
  var set: Set<Text> = []
}

extension ModelDraft {
  @inline(never)
  fileprivate func setInput(_ input: StreamInput) {
    from.input = input
  }

  @inline(never)
  fileprivate func replace(_ name: String, by stream: StreamInput) {
    from.inputs.append(FromSource.Replacement(name, stream))
  }
}
