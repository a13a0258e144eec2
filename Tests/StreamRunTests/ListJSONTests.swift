import Expressions
import Pipelines
import Testing
import Values

/// `stream-run list --format json`: output for programs.
@Suite struct ListJSONTests {
  private func lines(_ arguments: String...) throws -> [Object] {
    let outcome = try Command.run(["list"] + arguments + ["--format", "json"])
    #expect(outcome.code == 0 && outcome.errors == "")
    return try outcome.lines.map { line in
      let value = try JSONReader.value(of: SourceText(name: "line", line)).value
      guard case .object(let object) = value else { throw NoObject() }
      return object
    }
  }

  private struct NoObject: Error {}

  @Test(arguments: ListCommandTests.kinds)
  func `each entry is on a separate line`(kind: String) throws {
    let lines = try lines(kind)
    let names = ListCommandTests.names(kind)
    #expect(lines.count == names.count)
    #expect(Set(lines.map { $0["name"] }) == Set(names.map { .string(Text($0)) }))
    // A single line is the same as among the others.
    #expect(try self.lines(kind, names[0]) == lines.filter { $0["name"]?.string == names[0] })
  }

  @Test func `an operator's line contains its spec`() throws {
    let lines = try lines("operators")
    for spec in Operator.specs {
      let line = try #require(lines.first { $0["name"]?.string == spec.name })
      #expect(line["category"]?.string == spec.category.rawValue)
      #expect(line["summary"]?.string == spec.summary)
      #expect(line["remark"]?.string == spec.remark)
      #expect(
        line["forms"] == .array(spec.forms.map { .array($0.map { .string(Text($0)) }) }))
      let parameters = try #require(line["parameters"]?.objects)
      #expect(parameters.map { $0["name"]?.string } == spec.parameters.map(\.name))
      for (parameter, object) in zip(spec.parameters, parameters) {
        #expect(object["type"]?.string == parameter.kind.rawValue)
        #expect(object["required"] == .bool(parameter.isRequired))
        #expect(object["positive"] == .bool(parameter.isPositive))
        #expect(object["words"] == .array(parameter.words.map { .string(Text($0)) }))
        #expect(object["summary"]?.string == parameter.summary)
      }
      let examples = try #require(line["examples"]?.objects)
      #expect(examples.map { $0["source"]?.string } == spec.examples.map(\.source))
      #expect(examples.map { $0["result"]?.string } == spec.examples.map(\.result))
      #expect(examples.map { $0["error"]?.string } == spec.examples.map(\.error))
    }
  }

  @Test func `a function's line contains its signatures and examples`() throws {
    let lines = try lines("functions")
    for (entry, line) in zip(FunctionReference.entries, lines) {
      #expect(line["name"]?.string == entry.name && line["summary"]?.string == entry.summary)
      #expect(line["signatures"] == .array(entry.signatures.map { .string(Text($0)) }))
      let examples = try #require(line["examples"]?.objects)
      #expect(examples.map { $0["expression"]?.string } == entry.examples.map(\.text))
      #expect(examples.map { $0["result"]?.string } == entry.examples.map(\.result))
    }
  }

  /// The page shows a whole stream file, which plays as drawn when it is pasted.
  @Test func `examples that can be pasted play as drawn`() throws {
    let folder = try TemporaryFolder()
    for spec in Operator.specs {
      let section = try Command.run("list", "operators", spec.name, "-f", "markdown").output
      let documents = section.components(between: "```json\n", and: "```\n")
      #expect(documents.count == spec.examples.count)
      for (document, example) in zip(documents, spec.examples) {
        let values = Object(example.values.map { Member(key: Text($0), value: $1) })
        let drawn = Value.object(
          Object([
            Member(key: "marbles", value: .string(Text(example.result))),
            Member(key: "values", value: .object(values)),
            Member(key: "error", value: .string(Text(example.error ?? "error"))),
          ]))
        let file = try folder.write(document, to: "pasted.json")
        let expected = try folder.write("\(drawn)", to: "drawn.json")
        #expect(
          try Command.run(file, "-f", "json").withoutCause.output
            == Command.run(expected, "-f", "json").output, "\(document)")
      }
    }
  }
}

extension Value {
  fileprivate var string: String? {
    if case .string(let text) = self { text.string } else { nil }
  }

  fileprivate var objects: [Object]? {
    guard case .array(let elements) = self else { return nil }
    return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}

extension String {
  fileprivate func components(between start: String, and end: String) -> [String] {
    split(separator: start).dropFirst().compactMap { part in
      part.firstRange(of: end).map { String(part[..<$0.lowerBound]) }
    }
  }
}
