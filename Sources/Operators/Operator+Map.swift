import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Values

extension Operator {
  /// Emits the expression's result for each value.
  public static func map(expression: String) -> Operator {
    Operator(Map(expression: expression))
  }

  struct Map: ExportedOperator {
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "The result for the value '$0'.")
    ]

    static let spec = OperatorSpec(
      name: "map", category: .mapping,
      end: .passed,
      summary: "Emits the expression's result for each value.",
      otherNames: ["tryMap"],
      suggestedFor: ["transform", "mapValue"],
      parameters: declared.map(\.spec),
      examples: [
        .init(source: "-1-2-3|", parameters: #"{"expression": "$0 * 2"}"#, result: "-2-4-6|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let checked = try step.check(expression, in: .value(step.upstream.type), at: "expression")
      return Emission(checked.type, step.upstream.extent.mapped(skipping: step.isTolerant))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(.map(step.evaluator("expression")))
    }
  }
}

extension Operator.Map {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.map(by: "expression")
  }
}

extension Operator.Map {
  func partition(_ step: PartitionStep) {
    step.stream = step.stream.mapValues { step.value(of: "expression", $0) }
  }
}
