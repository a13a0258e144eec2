import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Emits false at the first value for which the expression is false, or true when the stream
  /// completes.
  public static func allSatisfy(expression: String) -> Operator {
    Operator(AllSatisfy(expression: expression))
  }

  struct AllSatisfy: ExportedOperator {
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "A condition on '$0'.", role: .condition)
    ]

    static let spec = OperatorSpec(
      name: "allSatisfy", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits false at the first value that fails the condition, or true on "
        + "completion.",
      otherNames: ["every"],
      suggestedFor: ["all", "allMatch"],
      parameters: declared.map(\.spec),
      outcomes: [.end("never received a value for which it is false")],
      summarizes: true,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"expression": "$0 < 3"}"#,
          result: "-----(f|)", values: ["f": false])
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(.bool, step.upstream.extent.answered())
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) { upstream, place in
        upstream.tryAllSatisfy(evaluator.condition(at: place)).map(Value.bool).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.AllSatisfy {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.call("tryAllSatisfy", condition: "expression")
    swift.call("map", .atom("Value.bool"))
  }
}
