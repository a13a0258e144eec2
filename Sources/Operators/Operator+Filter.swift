import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits only the values for which the expression is true. A hot stream may receive the others.
  public static func filter(expression: String, dropped: ErrorPolicy? = nil) -> Operator {
    Operator(Filter(expression: expression, dropped: dropped))
  }

  struct Filter: ExportedOperator, DroppingOperator {
    var expression = ""
    var dropped: ErrorPolicy?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression, "A condition on '$0'.", role: .condition,
        measured: [#""$0# % 2 == 0""#]),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "filter", category: .filtering,
      end: .passed,
      summary: "Emits only the values for which the expression is true.",
      otherNames: ["tryFilter"],
      suggestedFor: ["where", "keep", "grep", "having", "filterBy", "skipUnless"],
      parameters: declared.map(\.spec),
      outcomes: [.pass, .drop],
      reasons: [.dropped: "its condition is false"],
      remedies: [.dropped: "its condition would have to be true for it"],
      examples: [
        .init(
          source: "-1-2-3-4|", parameters: #"{"expression": "$0 % 2 == 0"}"#, result: "---2---4|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.noteDropped(to: dropped)
      let checked = try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(
        step.upstream.type,
        step.upstream.extent.passing(step.constantCondition(of: checked), of: step))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(.filter(step.evaluator("expression")))
    }
  }
}

extension Operator.Filter {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.call("tryFilter", condition: "expression")
  }
}
