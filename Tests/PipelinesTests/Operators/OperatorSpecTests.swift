import Foundation
import Marbles
import Pipelines
import Testing
import Values

/// What every operator that is registered promises.
@Suite struct OperatorSpecTests {
  static let specs = Operator.specs.map(\.name)

  private func spec(_ name: String) throws -> OperatorSpec {
    try #require(Operator.specs.first { $0.name == name })
  }

  @Test func `operators stand in the order of their names, each once`() {
    #expect(Self.specs == Array(Set(Self.specs)).sorted())
  }

  @Test func `the operators are those of the format`() {
    #expect(
      Self.specs == [
        "append", "delay", "dropFirst", "filter", "map", "merge", "prepend", "scan", "zip",
      ])
  }

  @Test(arguments: specs)
  func `the examples play as drawn`(name: String) throws {
    let spec = try spec(name)
    #expect(!spec.examples.isEmpty)
    for example in spec.examples {
      let items = Timeline<Value>(marbles: example.source).items
      #expect(
        try played(items: items, operators: #"{"\#(name)": \#(example.parameters)}"#)
          == Timeline(marbles: example.result, values: example.values).brief)
    }
  }

  @Test(arguments: specs)
  func `the summaries are sentences`(name: String) throws {
    let spec = try spec(name)
    for summary in [spec.summary] + spec.parameters.map(\.summary) {
      #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(summary)")
      #expect(summary.count < 90 && !summary.contains("\n"), "\(summary)")
    }
  }

  @Test(arguments: specs)
  func `the names of the parameters are unique`(name: String) throws {
    let names = try spec(name).parameters.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: specs)
  func `an operator goes to JSON and back`(name: String) throws {
    for example in try spec(name).examples {
      let text = #"{"stream": [], "operators": [{"\#(name)": \#(example.parameters)}]}"#
      let model = try StreamModel<Value>(SourceText(name: "test.json", text))
      let written = try JSONEncoder().encode(model.operators)
      #expect(try JSONDecoder().decode([Operator].self, from: written) == model.operators)
      #expect(
        try ValueDecoder().decode([Operator].self, from: ValueEncoder().encode(model.operators))
          == model.operators)
      #expect(model.operators[0].spec.name == name)
    }
  }

  @Test(arguments: specs)
  func `the parameters are written in the order of the spec`(name: String) throws {
    let spec = try spec(name)
    for example in spec.examples {
      let text = #"{"stream": [], "operators": [{"\#(name)": \#(example.parameters)}]}"#
      let model = try StreamModel<Value>(SourceText(name: "test.json", text))
      let written = try ValueEncoder().encode(model.operators[0])
      guard case .object(let operators) = written,
        case .object(let parameters)? = operators[Text(name)]
      else {
        Issue.record("\(written)")
        continue
      }
      let names = spec.parameters.map { Text($0.name) }.filter { parameters[$0] != nil }
      #expect(parameters.members.map(\.key) == names)
    }
  }

  @Test(arguments: specs)
  func `an unknown parameter is refused`(name: String) throws {
    for example in try spec(name).examples {
      let parameters = #"{"surplus": 1, \#(example.parameters.dropFirst())"#
      #expect(
        try mistakes(in: #"{"\#(name)": \#(parameters)}"#).map(\.code) == [.unknownKey])
    }
  }

  @Test(arguments: specs)
  func `a missing parameter is refused`(name: String) throws {
    let spec = try spec(name)
    let required = spec.parameters.filter(\.isRequired).map(\.name)
    let found = try mistakes(in: #"{"\#(name)": {}}"#)
    #expect(found.map(\.code) == required.map { _ in .missingKey })
    for (mistake, parameter) in zip(found, required) {
      #expect(mistake.message.hasPrefix("operator '\(name)' without '\(parameter)', expected "))
    }
  }

  @Test(arguments: specs)
  func `a parameter of a wrong type is refused`(name: String) throws {
    for parameter in try spec(name).parameters where parameter.kind != .value {
      let list = parameter.kind == .streams ? "1" : "[]"
      for wrong in ["null", "true", list, "{}", parameter.kind == .expression ? "1" : #""1""#] {
        let found = try mistakes(in: #"{"\#(name)": {"\#(parameter.name)": \#(wrong)}}"#)
        #expect(found.contains { $0.code == .wrongType }, "\(parameter.name): \(wrong)")
      }
    }
  }

  private func mistakes(in operators: String) throws -> [Diagnostic] {
    do throws(Diagnostics) {
      _ = try program(#"{"stream": [], "operators": [\#(operators)]}"#)
      return []
    } catch {
      return error.items
    }
  }
}
