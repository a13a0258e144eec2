import Marbles
import Pipelines
import Testing
import Values

@testable import stream_bench

struct OperatorCaseTests {
  @Test func `every operator is measured, and in each of its forms`() throws {
    for spec in Operator.specs {
      let measured = try operatorCases.filter { $0.name == spec.name }.map(Self.keys)
      #expect(!measured.isEmpty, "nothing measures '\(spec.name)'")
      for form in spec.forms {
        #expect(
          measured.contains { $0.isSubset(of: form) },
          "nothing measures '\(spec.name)' with \(form)")
      }
    }
  }

  @Test func `what is measured is an operator`() {
    let names = Set(Operator.specs.map(\.name))
    for operatorCase in operatorCases {
      #expect(names.contains(operatorCase.name))
    }
  }

  /// One that fails would be measured up to there.
  @Test(arguments: ItemKind.allCases)
  func `all operators play to their end`(_ kind: ItemKind) throws {
    for operatorCase in operatorCases where operatorCase.name != "print" {
      if kind == .objects, operatorCase.isForNumbersOnly { continue }
      let parameters = operatorCase.parameters(for: kind)
      let document = OperatorDocument(
        kind: kind, count: 20, operators: #"{"\#(operatorCase.name)":\#(parameters)}"#)
      let program = try Program(SourceText(name: operatorCase.name, bytes: document.text))
      let end = program.play().events.last?.kind
      #expect(end == .finished, "\(operatorCase.name) \(parameters)")
    }
  }

  private static func keys(_ operatorCase: OperatorCase) throws -> Set<String> {
    let source = SourceText(name: "parameters", operatorCase.parameters(for: .ints))
    guard case .object(let parameters) = try JSONReader.value(of: source).value else { return [] }
    return Set(parameters.members.map { $0.key.string })
  }
}
