import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Drops values until the expression is false for one; emits that value and all later ones.
  public static func dropWhile(expression: String) -> Operator {
    Operator(DropWhile(expression: expression))
  }

  struct DropWhile: ExportedOperator {
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression, "A condition on '$0'.", role: .condition,
        measured: [#""$0# < 0""#])
    ]

    static let spec = OperatorSpec(
      name: "dropWhile", category: .filtering,
      dependence: .on("the values before it", emitsReceived: true),
      end: .passed,
      summary: "Drops values until the expression is false for one.",
      otherNames: ["skipWhile"],
      parameters: declared.map(\.spec),
      outcomes: [.pass, .drop],
      reasons: [.dropped: "its condition still holds"],
      remedies: [.dropped: "its condition would have to be false for it, or for a value before it"],
      examples: [
        .init(
          source: "-1-2-3-1|", parameters: #"{"expression": "$0 < 3"}"#,
          result: "-----3-1|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let checked = try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(
        step.upstream.type,
        step.upstream.extent.passing(step.constantCondition(of: checked).map(!), of: step))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(
        Transform(step.evaluator("expression"), remembering: true) { isDropping, evaluator in
          { (value, frame) throws(EvaluationError) in
            guard isDropping.value else { return true }
            isDropping.value = try evaluator.condition(value, in: &frame)
            return !isDropping.value
          }
        })
    }
  }
}

extension Operator.DropWhile {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if swift.isTolerant {
      let rule = try swift.constant("expression")
      let closure = SwiftCode.closure(
        "", [.atom(swift.attempt(rule, "condition", "$0") + " ?? true")])
      return swift.call("drop", .labeled("while", closure))
    }
    swift.call("tryDrop", .labeled("while", try swift.expression("expression", "condition")))
  }
}
