import Foundation
import Marbles
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// The promises of every registered operator.
@Suite struct OperatorSpecTests {
  static let specs = Operator.specs.map(\.name)

  private func spec(_ name: String) throws -> OperatorSpec {
    try #require(Operator.specs.first { $0.name == name })
  }

  @Test func `operators are in the order of their names, each once`() {
    #expect(Self.specs == Array(Set(Self.specs)).sorted())
  }

  /// A list of the names besides the registry, so that no operator gets lost.
  @Test func `the operators are those in 'Streams', one in each file`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Streams/Operators")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // The files of further forms have the operator's name at the beginning: 'collect-count.json'.
    let shown = Set(files.filter { $0.hasSuffix(".json") && !$0.contains("-") })
    #expect(shown == Set(Self.specs.map { "\($0).json" }))
  }

  @Test func `a name from another tool is not one of ours, and belongs to one operator`() {
    let names = Operator.specs.flatMap(\.otherNames)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Self.specs))
    #expect(Operator.name(calledElsewhere: "takeUntil") == "prefixUntilOutput")
    #expect(Operator.name(calledElsewhere: "map") == nil)
  }

  @Test(arguments: specs)
  func `a name from another tool has a hint with our name`(name: String) throws {
    for other in try spec(name).otherNames {
      let found = try mistakes(in: #"{"\#(other)": {}}"#)
      #expect(found.map(\.hint) == ["it is called '\(name)' here"])
    }
  }

  @Test(arguments: specs)
  func `the examples play as drawn`(name: String) throws {
    let spec = try spec(name)
    #expect(!spec.examples.isEmpty)
    for example in spec.examples {
      let values = Value.object(
        Object(
          example.values.sorted { $0.key < $1.key }.map { Member(key: Text($0), value: $1) }))
      let error = Value.string(Text(example.error ?? "error"))
      let operators = #"{"\#(name)": \#(example.parameters)}"#
      #expect(
        try played(
          #"{"marbles": "\#(example.source)", "values": \#(values), "operators": [\#(operators)]}"#)
          == played(
            #"{"marbles": "\#(example.result)", "values": \#(values), "error": \#(error)}"#),
        "\(operators)")
    }
  }

  @Test(arguments: specs)
  func `the summaries are sentences`(name: String) throws {
    let spec = try spec(name)
    for summary in [spec.summary] + spec.parameters.map(\.summary) {
      #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(summary)")
      #expect(summary.count < 90 && !summary.contains("\n"), "\(summary)")
    }
    if let remark = spec.remark {
      #expect(remark.hasSuffix(".") && remark.first?.isUppercase == true && !remark.contains("\n"))
    }
  }

  @Test(arguments: specs)
  func `the names of the parameters are unique`(name: String) throws {
    let names = try spec(name).parameters.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: specs)
  func `an operator survives a round trip through JSON`(name: String) throws {
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
      let separator = example.parameters == "{}" ? "" : ", "
      let parameters = #"{"surplus": 1\#(separator)\#(example.parameters.dropFirst())"#
      #expect(
        try mistakes(in: #"{"\#(name)": \#(parameters)}"#).map(\.code) == [.unknownKey])
    }
  }

  @Test(arguments: specs)
  func `a missing parameter is refused`(name: String) throws {
    let spec = try spec(name)
    let required = spec.parameters.filter(\.isRequired).map(\.name)
    let found = try mistakes(in: #"{"\#(name)": {}}"#)
    // One more if these alone are not a form either.
    let needsMore = !spec.forms.isEmpty && !spec.forms.contains { $0.isEmpty }
    let codes = Array(repeating: DiagnosticCode.missingKey, count: required.count)
    #expect(found.map(\.code) == codes + (needsMore ? [.missingKey] : []))
    for (mistake, parameter) in zip(found, required) {
      #expect(mistake.message.hasPrefix("operator '\(name)' needs '\(parameter)', "))
    }
  }

  @Test(arguments: specs)
  func `a parameter with a wrong type is refused`(name: String) throws {
    let wrongs: [ParameterKind: [String]] = [
      .duration: ["null", "true", "[]", "{}"],
      .durations: ["null", "true", "{}", "[true]"],
      .interval: ["null", "true", "[]"],
      .expression: ["null", "true", "[]", "{}", "1"],
      .text: ["null", "true", "[]", "{}", "1"],
      .word: ["null", "true", "[]", "{}", "1"],
      .count: ["null", "true", "[]", "{}", #""1""#],
      .flag: ["null", "1", "[]", "{}", #""1""#],
      .streams: ["null", "true", "1", "{}", #""1""#],
      .stream: ["null", "true", "1", "[]"],
      .operators: ["null", "true", "1", "{}", #""1""#],
      .errorPolicy: ["null", "true", "[]", "1"],
      .objects: ["null", "true", "1", "{}", #""1""#],
      .namedObjects: ["null", "true", "1", "[]", #""1""#],
      .repetition: ["null", "true", "[]"],
      .selection: ["null", "1", "[]", "{}"],
      .value: [],
    ]
    for parameter in try spec(name).parameters {
      for wrong in try #require(wrongs[parameter.kind]) {
        let found = try mistakes(in: #"{"\#(name)": {"\#(parameter.name)": \#(wrong)}}"#)
        #expect(found.contains { $0.code == .wrongType }, "\(parameter.name): \(wrong)")
      }
    }
  }

  @Test(arguments: specs)
  func `parameters that cannot be combined are refused`(name: String) throws {
    let spec = try spec(name)
    for form in spec.forms {
      #expect(OperatorForm(form).names.isSubset(of: spec.parameters.map(\.name)))
    }
    #expect(Set(spec.forms.map(Set.init)).count == spec.forms.count)
  }

  @Test(arguments: specs)
  func `a number that is too small is refused`(name: String) throws {
    for parameter in try spec(name).parameters {
      let (kind, text) = (parameter.kind, #"{"\#(name)": {"\#(parameter.name)": "#)
      guard [.duration, .durations, .interval, .count].contains(kind) else { continue }
      let found = try mistakes(in: text + "-1}}")
      #expect(
        found.contains {
          $0.message == "'\(parameter.name)' is negative, expected \(least(parameter)) or more"
        }, "\(found)")
      let zero = try mistakes(in: text + "0}}")
      #expect(zero.contains { $0.code == .invalidValue } == parameter.isPositive, "\(zero)")
    }
  }

  private func least(_ parameter: ParameterSpec) -> String {
    guard parameter.isPositive else { return "0" }
    return parameter.kind == .count ? "1" : "1 nanosecond (1e-9)"
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
