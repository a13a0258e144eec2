import Expressions
import Values

extension Operator {
  /// Emits the expression's result for each value.
  public static func map(expression: String) -> Operator {
    Operator(Map(expression: expression))
  }

  struct Map: OperatorDefinition {
    var expression: String

    static let spec = OperatorSpec(
      name: "map", category: .mapping,
      end: .passed,
      summary: "Emits the expression's result for each value.",
      otherNames: ["tryMap"],
      suggestedFor: ["transform", "mapValue"],
      parameters: [ParameterSpec("expression", .expression, "The result for the value '$0'.")],
      examples: [
        .init(source: "-1-2-3|", parameters: #"{"expression": "$0 * 2"}"#, result: "-2-4-6|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.check(expression, in: .value(upstream.type), at: "expression")
      return context.transform(upstream, with: .map(checked.evaluator()), emitting: checked.type)
        .lasting(upstream.extent.mapped(skipping: context.tolerance != nil))
    }
  }
}

extension Operator.Map {
  init(_ parameters: Parameters) {
    expression = parameters["expression"]
  }

  var parameters: Parameters { ["expression": .expression(expression)] }
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
