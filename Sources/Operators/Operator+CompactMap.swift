import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits the expression's result for each value, unless it is null.
  public static func compactMap(expression: String) -> Operator {
    Operator(CompactMap(expression: expression))
  }

  struct CompactMap: ExportedOperator {
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "The result for the value '$0'.")
    ]

    static let spec = OperatorSpec(
      name: "compactMap", category: .mapping,
      end: .passed,
      summary: "Emits the expression's result for each value, unless it is null.",
      otherNames: ["tryCompactMap"],
      suggestedFor: ["filterNotNull", "skipNull", "compact", "dropNil", "mapNotNull", "filterMap"],
      parameters: declared.map(\.spec),
      outcomes: [.pass, .drop],
      reasons: [.dropped: "its expression is null for it"],
      remedies: [.dropped: "its expression would have to return a value other than null for it"],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"expression": "$0 == 2 ? null : $0 * 2"}"#,
          result: "-2---6|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let checked = try step.check(expression, in: .value(step.upstream.type), at: "expression")
      return Emission(
        checked.type == .null ? .dyn : checked.type, step.upstream.extent.mapped().filtered())
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(
        Transform(step.evaluator("expression")) { evaluator in
          { (value, frame) throws(EvaluationError) in
            value = try evaluator.value(value, in: &frame)
            if case .null = value { return false }
            return true
          }
        })
    }
  }
}

extension Operator.CompactMap {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.guardValues("expression")
    swift.call("tryCompactMap", try swift.expression("expression", "nonNull"))
  }
}

extension Operator.CompactMap {
  func partition(_ step: PartitionStep) {
    step.stream = step.stream.mapValues { step.value(of: "expression", $0) }
  }
}
