extension StreamItems {
  /// The spec of the source `stream`.
  package static var spec: SourceSpec { itemsSpec }
}

// A generic type cannot store it.
private let itemsSpec = SourceSpec(
  .stream, "items", #"an array of items, { "value": any JSON value, "operators": [ … ] }"#,
  "Emits the values of items, one after another, each through its own operators.",
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
