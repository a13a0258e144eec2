import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Values

extension Operator {
  /// Fails in place of the first value, or of the first for which the expression is true.
  public static func fail(error: String, expression: String? = nil) -> Operator {
    Operator(Fail(error: error, expression: expression))
  }

  struct Fail: ExportedOperator {
    var error = ""
    var expression: String?

    static let declared: [OperatorParameter<Self>] = [
      .init("error", \.error, "The message of the failure.", kind: .text),
      .init(
        "expression", \.expression, "A condition on '$0'; any value by default.", role: .condition,
        measured: [#""$0# < 0""#]),
    ]

    static let spec = OperatorSpec(
      name: "fail", category: .failing,
      end: .passed,
      summary: "Fails in place of the first value, or of the first value that meets a condition.",
      otherNames: ["throwError"],
      suggestedFor: ["throw", "raise", "error"],
      parameters: declared.map(\.spec),
      outcomes: [.fail("never failed")],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"error": "two", "expression": "$0 == 2"}"#,
          result: "-1-#", error: "two")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let (type, extent) = (step.upstream.type, step.upstream.extent)
      guard let expression else { return Emission(type, extent.failingAtOnce) }
      try step.check(expression, in: .value(type), as: .condition, at: "expression")
      return Emission(type, extent.filtered(keeping: step.isTolerant ? 0 : .max))
    }

    func build(_ step: PlanStep) -> Int {
      let failure = EvaluationError(error, at: step.place)
      guard expression != nil else {
        return step.add(.transform(input: step.upstream, transform(to: failure)))
      }
      let evaluator = step.evaluator("expression")
      // A failure that the operator is meant to cause is not an error of its expression.
      let guarded = step.guarded(byCondition: evaluator)
      return step.add(.transform(input: guarded, transform(to: failure, if: evaluator)))
    }

    private func transform(to failure: EvaluationError) -> Transform {
      Transform {
        { (_, _) throws(EvaluationError) in throw failure }
      }
    }

    private func transform(to failure: EvaluationError, if evaluator: Evaluator) -> Transform {
      Transform(evaluator) { evaluator in
        { (value, frame) throws(EvaluationError) in
          if try evaluator.condition(value, in: &frame) { throw failure }
          return true
        }
      }
    }
  }
}

extension Operator.Fail {
  var alwaysFails: Bool { true }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let failure = SwiftCode.call("EvaluationError", [swift.text("error", error)])
    guard expression != nil else {
      return swift.call(
        "tryFilter",
        closure: .closure("_ throws(EvaluationError)", [.joined([.atom("throw "), failure])]))
    }
    try swift.guardValues("expression", .decides)
    let rule = try swift.expression("expression", "condition")
    swift.call(
      "tryFilter", .call("CEL.failing", [.labeled("with", failure), .labeled("when", rule)]))
  }
}
