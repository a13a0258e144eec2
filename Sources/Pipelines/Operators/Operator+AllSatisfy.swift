import Expressions
import Reactive
import Values

extension Operator {
  /// Emits false at the first value for which the expression is false, or true when the stream
  /// completes.
  public static func allSatisfy(expression: String) -> Operator {
    Operator(AllSatisfy(expression: expression))
  }

  struct AllSatisfy: OperatorDefinition {
    var expression: String

    static let spec = OperatorSpec(
      name: "allSatisfy", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits false at the first value that fails the condition, or true on "
        + "completion.",
      otherNames: ["every"],
      suggestedFor: ["all", "allMatch"],
      parameters: [
        ParameterSpec("expression", .expression, "A condition on '$0'.", role: .condition)
      ],
      outcomes: [.end("never received a value for which it is false")],
      summarizes: true,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"expression": "$0 < 3"}"#,
          result: "-----(f|)", values: ["f": false])
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.check(
        expression, in: .value(upstream.type), as: .condition, at: "expression")
      let evaluator = checked.evaluator()
      return context.stage(
        context.guarded(upstream, byCondition: evaluator), emitting: .bool
      ) { upstream, place in
        upstream.tryAllSatisfy(evaluator.condition(at: place)).map(Value.bool).eraseToAnyPublisher()
      }.lasting(upstream.extent.answered())
    }
  }
}

extension Operator.AllSatisfy {
  init(_ parameters: Parameters) {
    expression = parameters["expression"]
  }

  var parameters: Parameters { ["expression": .expression(expression)] }
}

extension Operator.AllSatisfy {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.call("tryAllSatisfy", condition: "expression")
    swift.call("map", .atom("Value.bool"))
  }
}
