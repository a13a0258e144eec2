import Marbles
import Pipelines
import Testing
import Values

@testable import stream_bench

/// The cases that `stream-bench` measures for the operators, which follow from their specs.
struct OperatorCaseTests {
  @Test(arguments: Operator.specs.map(\.name))
  func `an operator is measured in each of its forms`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    let measured = try OperatorCase.cases(of: spec).map(Self.keys)
    let required = Set(spec.parameters.filter(\.isRequired).map(\.name))
    #expect(!measured.isEmpty && measured.allSatisfy(required.isSubset))
    let forms = spec.forms.map { OperatorForm($0) }
    for form in spec.forms where !spec.lacksMeasured(OperatorForm(form), among: forms) {
      #expect(
        measured.contains(where: OperatorForm(form).accepts),
        "nothing measures '\(name)' with \(form)")
    }
    for parameter in spec.parameters where parameter.kind == .expression {
      #expect(
        measured.contains { $0.contains(parameter.name) },
        "nothing measures '\(parameter.name)' of '\(name)'")
    }
  }

  /// An operator that fails, or that ends its stream before the last item, would be measured only
  /// up to that point. In that case the spec of a parameter must specify how it is `measured`.
  @Test(arguments: ItemKind.allCases)
  func `all operators play to the end of their stream`(_ kind: ItemKind) throws {
    let end = Duration.nanoseconds(TimedNumbers(count: 20).end)
    for operatorCase in OperatorCase.all where operatorCase.name != "print" {
      if kind == .objects, operatorCase.isForNumbersOnly { continue }
      let last = try program(operatorCase, kind).play().events.last
      let (name, parameters) = (operatorCase.name, operatorCase.parameters(for: kind))
      #expect(last?.kind == .finished, "\(name) \(parameters)")
      #expect(last.map { $0.time >= end } == true, "\(name) \(parameters)")
    }
  }

  @Test func `operators that compare values are measured with numbers only`() {
    for operatorCase in OperatorCase.all {
      let isRefused = (try? program(operatorCase, .objects)) == nil
      #expect(isRefused == operatorCase.isForNumbersOnly, "\(operatorCase.name)")
    }
  }

  private func program(_ operatorCase: OperatorCase, _ kind: ItemKind) throws -> Program {
    let parameters = operatorCase.parameters(for: kind)
    let document = OperatorDocument(
      kind: kind, count: 20, operators: #"{"\#(operatorCase.name)":\#(parameters)}"#)
    return try Program(SourceText(name: operatorCase.name, bytes: document.text))
  }

  private static func keys(_ operatorCase: OperatorCase) throws -> Set<String> {
    let source = SourceText(name: "parameters", operatorCase.parameters(for: .ints))
    guard case .object(let parameters) = try JSONReader.value(of: source).value else { return [] }
    return Set(parameters.members.map { $0.key.string })
  }
}
