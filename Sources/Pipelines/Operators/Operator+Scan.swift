import Expressions
import Reactive
public import Values

extension Operator {
  /// Gives what an expression makes of the last result and each value, beginning with
  /// `initialValue`.
  public static func scan(initialValue: Value, expression: String) -> Operator {
    Operator(Scan(initialValue: initialValue, expression: expression))
  }

  struct Scan: OperatorDefinition {
    var initialValue: Value
    var expression: String

    static let spec = OperatorSpec(
      name: "scan", category: .mapping,
      summary: "Gives what the expression makes of the last result and each value.",
      otherNames: ["tryScan"],
      parameters: [
        ParameterSpec("initialValue", .value, "The result before the first value."),
        ParameterSpec("expression", .expression, "The next result, of the last '$0' and '$1'."),
      ],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"initialValue": 0, "expression": "$0 + $1"}"#,
          result: "-1-3-6|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let (checked, type) = try context.checkAccumulation(
        expression, initialValue: initialValue, of: upstream.type, at: "expression")
      let transform = Transform.scan(checked.evaluator(), from: initialValue)
      return context.transform(upstream, with: transform, giving: type)
    }
  }
}

extension Operator.Scan {
  init(_ parameters: Parameters) {
    initialValue = parameters["initialValue"]
    expression = parameters["expression"]
  }

  var parameters: Parameters {
    ["initialValue": .value(initialValue), "expression": .expression(expression)]
  }
}
