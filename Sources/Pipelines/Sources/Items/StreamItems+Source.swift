import Values

extension StreamItems: SourceDefinition where Element == Value {
  static var spec: SourceSpec { itemsSpec }

  /// The inputs of the items' operators. Those of each list are included once, at its first
  /// occurrence.
  var references: [Reference] {
    let takers = lists.indices.filter { index in
      lists[index].contains { !$0.span.isEmpty }
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

  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    var check = ItemsCheck(self)
    return check.add(to: step, collecting: &mistakes)
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard !isEmpty else { return swift.start(.atom("Empty<Value, EvaluationError>()")) }
    guard case .items(let checked)? = swift.checked.source else { return }
    var items: [SwiftCode] = []
    for (value, number) in zip(values, listNumbers) {
      let item = swift.elementChain()
      let steps = checked.lists[Int(number)].steps
      let first = steps.first.map(swift.step)
      let code = try swift.value(value)
      swift.writer.noteItems()
      if steps.count == 1, let delay = first?.definition as? Operator.Delay,
        let seconds = delay.seconds, first?.hasReferences == false
      {
        item.start(.call("item", [code, .labeled("after", .duration(seconds))]), isErased: true)
      } else {
        item.start(.call("item", [code]), isErased: true)
        try swift.inside(item).apply(steps)
      }
      items.append(item.result)
    }
    swift.start(.call("Publishers.ConcatenateMany", [.array(items)]))
  }
}

/// The spec of the source `stream`.
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
