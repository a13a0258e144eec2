public import Values

/// The elements of a `sequence`: a list of values, or an expression that returns one.
public enum ElementList: Sendable {
  /// The values themselves.
  case values([Value])
  /// The values of a long list in the text of a document.
  case listed(ListedValues)
  /// An expression that returns the list.
  case expression(String)
}

extension ElementList: Hashable {
  /// The values; nil for an expression.
  package var list: ListedValues? {
    switch self {
    case .values(let values): ListedValues(values)
    case .listed(let list): list
    case .expression: nil
    }
  }

  /// The text of the expression; nil for values.
  package var expression: String? {
    if case .expression(let text) = self { text } else { nil }
  }

  public static func == (left: ElementList, right: ElementList) -> Bool {
    left.expression == right.expression && left.list == right.list
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(expression)
    hasher.combine(list)
  }
}

extension ElementList {
  package static let spec = SourceSpec(
    .sequence, "elements", "an array, or an expression in a string that returns a list",
    "Emits the elements of a list at once.",
    examples: [
      .init(#"{"sequence": [1, 2, 3]}"#, result: "(123|)"),
      .init(#"{"sequence": "lists.range(3)"}"#, result: "(012|)"),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    switch self {
    case .values(let values): try container.encode(values, named: "sequence")
    case .listed(let list): try container.encode(list.values, named: "sequence")
    case .expression(let text): try container.encode(text, named: "sequence")
    }
  }
}

extension ModelParser where Reader: ~Copyable {
  mutating func readElementList() throws(ReadError) -> ElementList? {
    switch try reader.peek() {
    case .string:
      return .expression(try reader.readText().string)
    case .array:
      try reader.beginArray()
      var collector = ListCollector(in: source)
      while try reader.nextElement() {
        _ = try reader.peek()
        let start = reader.offset
        let value = try reader.readValue()
        collector.add(value, at: start..<reader.offset)
      }
      return collector.list
    case let found:
      report(
        .wrongType,
        "found \(found.phrase), expected an array, or an expression that returns a list",
        at: reader.offset)
      try reader.skipValue()
      return nil
    }
  }
}
