import Expressions
import Tracing
import Values

extension Operator {
  /// Emits only the values for which the expression is true.
  public static func filter(expression: String) -> Operator {
    Operator(Filter(expression: expression))
  }

  struct Filter: OperatorDefinition {
    var expression: String

    static let spec = OperatorSpec(
      name: "filter", category: .filtering,
      end: .passed,
      summary: "Emits only the values for which the expression is true.",
      otherNames: ["tryFilter"],
      suggestedFor: ["where", "keep", "grep", "having", "filterBy", "skipUnless"],
      parameters: [
        ParameterSpec(
          "expression", .expression, "A condition on '$0'.", role: .condition,
          measured: [#""$0# % 2 == 0""#])
      ],
      outcomes: [.pass, .drop],
      reasons: [.dropped: "its condition is false"],
      remedies: [.dropped: "its condition would have to be true for it"],
      examples: [
        .init(
          source: "-1-2-3-4|", parameters: #"{"expression": "$0 % 2 == 0"}"#, result: "---2---4|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.check(
        expression, in: .value(upstream.type), as: .condition, at: "expression")
      return context.transform(
        upstream, with: .filter(checked.evaluator()), emitting: upstream.type
      ).lasting(upstream.extent.passing(context.constantCondition(of: checked), of: context))
    }
  }
}

extension Operator.Filter {
  init(_ parameters: Parameters) {
    expression = parameters["expression"]
  }

  var parameters: Parameters { ["expression": .expression(expression)] }
}

extension Operator.Filter {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.call("tryFilter", condition: "expression")
  }
}
