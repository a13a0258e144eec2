import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Values

extension Operator {
  /// Emits an array of the previous value and the current one for each value from the second on.
  public static func pairwise() -> Operator {
    Operator(Pairwise())
  }

  struct Pairwise: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "pairwise", category: .mapping,
      dependence: .on("the value before it"),
      end: .passed,
      summary: "Emits an array of the previous value and each value.",
      suggestedFor: ["lag", "previous", "prev", "sliding2", "bufferPairs"],
      parameters: declared.map(\.spec),
      memory: .received,
      cost: "an array for each value",
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{}"#,
          result: "---a-b|", values: ["a": [1, 2], "b": [2, 3]])
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(.list(step.upstream.type), step.upstream.extent.replaced.dropping(1))
    }

    func build(_ step: PlanStep) -> Int {
      let transform = Transform(remembering: Value?.none) { last in
        { (value, _) throws(EvaluationError) in
          guard let previous = exchange(&last.value, with: value) else { return false }
          value = .array([previous, value])
          return true
        }
      }
      return step.transform(transform)
    }
  }
}

extension Operator.Pairwise {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("pairwise")
    swift.call("map", closure: .closure("", [.atom("Value.array([$0, $1])")]))
  }
}
