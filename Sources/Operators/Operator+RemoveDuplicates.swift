import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Drops each value that equals the previous one, or for which an expression of the previous
  /// value (`$0`) and the value itself (`$1`) is true.
  public static func removeDuplicates(
    expression: String? = nil, dropped: ErrorPolicy? = nil
  ) -> Operator {
    Operator(RemoveDuplicates(expression: expression, dropped: dropped))
  }

  struct RemoveDuplicates: ExportedOperator, DroppingOperator {
    var expression: String?
    var dropped: ErrorPolicy?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression,
        "Whether '$1' repeats the previous value '$0'; by default, whether they are equal.",
        role: .comparison),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "removeDuplicates", category: .filtering,
      dependence: .on("the value before it", emitsReceived: true),
      end: .passed,
      summary: "Drops each value that equals the previous one.",
      otherNames: ["distinctUntilChanged"],
      suggestedFor: [
        "dedupe", "dedup", "deduplicate", "uniq", "dropRepeats", "onChange", "changed",
      ],
      parameters: declared.map(\.spec),
      outcomes: [.drop],
      reasons: [.dropped: "it equals the value before it"],
      remedies: [.dropped: "the value before it would have to be different"],
      examples: [
        .init(
          source: "-1-1-2-1|", parameters: #"{}"#,
          result: "-1---2-1|"),
        .init(
          source: "-1-3-4-6|", parameters: #"{"expression": "$0 % 2 == $1 % 2"}"#,
          result: "-1---4--|"),
      ])

    var rival: Rival { .passed(1) }

    /// The parameter with the expression; nil if the expression is built in.
    private var checkedParameter: Text? { expression.map { _ in "expression" } }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.noteDropped(to: dropped)
      try step.check(
        expression ?? "$0 == $1", in: .pair(step.upstream.type, step.upstream.type), as: .condition,
        at: checkedParameter)
      return Emission(
        step.upstream.type, step.upstream.extent.filtered(keeping: 1, skipping: step.isTolerant))
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator(checkedParameter)
      let transform = Transform(evaluator, remembering: Value?.none) { last, evaluator in
        { (value, frame) throws(EvaluationError) in
          if let last = last.value, try evaluator.condition(last, value, in: &frame) {
            return false
          }
          last.value = value
          return true
        }
      }
      return step.transform(transform)
    }
  }
}

extension Operator.RemoveDuplicates {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let name: Text = expression == nil ? "" : "expression"
    if swift.isTolerant {
      let rule = try swift.constant(name)
      let closure = SwiftCode.closure(
        "", [.atom(swift.attempt(rule, "condition", "$0, $1") + " ?? true")])
      return swift.call("removeDuplicates", .labeled("by", closure))
    }
    swift.call(
      "tryRemoveDuplicates", .labeled("by", try swift.expression(name, "condition")))
  }
}
