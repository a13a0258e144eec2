import Expressions
public import Values

/// The elements of a `sequence`: a list of values, or an expression that returns one.
public enum ElementList: Hashable, Sendable {
  /// The values themselves.
  case values([Value])
  /// An expression that returns the list.
  case expression(String)
}

extension ElementList: SourceDefinition {
  static let spec = SourceSpec(
    .sequence, "elements", "an array, or an expression in a string that returns a list",
    "Emits the elements of a list at once.",
    examples: [
      .init(#"{"sequence": [1, 2, 3]}"#, result: "(123|)"),
      .init(#"{"sequence": "lists.range(3)"}"#, result: "(012|)"),
    ])

  func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
    switch self {
    case .values(let values): try container.encode(values, named: "sequence")
    case .expression(let text): try container.encode(text, named: "sequence")
    }
  }

  func compile(in context: CompileContext, collecting mistakes: inout Diagnostics) -> Upstream {
    switch self {
    case .values(let values):
      return context.add(.sequence(values), emitting: ValueType.of(.array(values)).element)
        .lasting(.values(values.count))
    case .expression(let text):
      do throws(Diagnostics) {
        let checked = try context.check(text, in: Scope(), as: .list, at: "sequence")
        return context.add(.evaluated(checked, checked.evaluator()), emitting: checked.type.element)
          .lasting(Extent(completion: .always))
      } catch {
        mistakes.append(contentsOf: error)
        return context.add(.sequence([]), emitting: .dyn)
      }
    }
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let publisher = "Publishers.Sequence<[Value], EvaluationError>"
    guard case .values(let values) = self else {
      let result = SwiftCode.call(
        "Result", [.labeled("catching", try swift.expression("sequence", "list"))])
      let elements = SwiftCode.joined([
        .atom("flatMap "), .closure("", [.atom("\(publisher)(sequence: $0)")]),
      ])
      let list = SwiftCode.chain(result, [.atom("publisher"), elements])
      return swift.start(.joined([.atom("Deferred "), .closure("", [list])]))
    }
    swift.start(.call(publisher, [.labeled("sequence", try swift.value(.array(values)))]))
  }
}

extension ModelParser where Reader: ~Copyable {
  mutating func readElementList() throws(ReadError) -> ElementList? {
    switch try reader.peek() {
    case .string:
      return .expression(try reader.readText().string)
    case .array:
      guard case .array(let elements) = try reader.readValue() else { return nil }
      return .values(elements)
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
