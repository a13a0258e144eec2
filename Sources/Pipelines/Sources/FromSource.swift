import Values

/// The source that emits the values of another stream, so that operators can be applied to it.
struct FromSource: SourceDefinition {
  var input: StreamInput

  static let spec = SourceSpec(
    .from, "stream", "a name, a file, or a stream model in place",
    "Emits the values of another stream, for example to apply operators to a named one.",
    examples: [
      .init(
        #"""
        {"definitions": {"numbers": {"marbles": "-1-2-|"}}, "from": "numbers",
         "operators": [{"delay": {"seconds": 1}}]}
        """#, result: "--1-2-|")
    ])

  var references: [Reference] { [Reference(input: input, path: [.key("from")], list: nil)] }

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(input, named: "from")
  }

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    context.takeInputs(1)[0]
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the stream of a `from`: in a function of its own, because these nest deepest.
  mutating func readFrom<Element: Codable>(
    into draft: ModelDraft<Element>
  ) throws(ReadError) {
    guard try begin(.from, of: draft), let input = try readInput() else { return }
    draft.takeSource(input)
  }
}
