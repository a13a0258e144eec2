import Values

extension StreamItems: SourceDefinition where Element == Value {
  static var spec: SourceSpec { itemsSpec }

  /// The inputs of the items' operators: those of each list once, at its first occurrence.
  var references: [Reference] {
    let takers = lists.indices.filter { index in
      lists[index].contains { !$0.definition.span.isEmpty }
    }
    guard !takers.isEmpty else { return [] }
    var first: [Int?] = Array(repeating: nil, count: lists.count)
    for (index, number) in listNumbersInDocument.enumerated() where first[Int(number)] == nil {
      first[Int(number)] = index
    }
    return takers.flatMap { number in
      lists[number].references(
        below: [.key("stream"), .index(first[number] ?? 0), .key("operators")],
        list: UInt32(number))
    }
  }

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    var compiler = ItemsCompiler(self)
    return compiler.add(to: context, collecting: &mistakes)
  }
}

/// The spec of the source `stream`.
private let itemsSpec = SourceSpec(
  .stream, "items", #"an array of items, { "value": any JSON value, "operators": [ … ] }"#,
  "Emits the values of items, one after another, each through operators of its own.",
  examples: [
    .init(
      #"""
      {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]},
                  {"value": 2, "operators": [{"delay": {"seconds": 2}}]},
                  {"value": 3}]}
      """#, result: "-1-(23|)")
  ])

extension StreamItems where Element: Encodable {
  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    try container.encode(self, named: "stream")
  }
}

extension StreamItems: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for item in self {
      var members = container.nestedContainer(keyedBy: NamedKey.self)
      try members.encode(item.annotations)
      try members.encode(item.value, named: "value")
      if !item.operators.isEmpty { try members.encode(item.operators, named: "operators") }
    }
  }
}
