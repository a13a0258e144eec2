import Expressions
import Reactive
public import Values

extension Operator {
  /// Gives, when the stream finishes, what an expression makes of all values, beginning with `initialValue`.
  public static func reduce(initialValue: Value, expression: String) -> Operator {
    Operator(Reduce(initialValue: initialValue, expression: expression))
  }

  struct Reduce: OperatorDefinition {
    var initialValue: Value
    var expression: String

    static let spec = OperatorSpec(
      name: "reduce", category: .reducing,
      summary: "Gives at the end what the expression makes of all values, one by one.",
      otherNames: ["tryReduce"],
      parameters: [
        ParameterSpec("initialValue", .value, "The result before the first value."),
        ParameterSpec("expression", .expression, "The next result, of the last '$0' and '$1'."),
      ],
      examples: [
        .init(
          source: "-1-2-3-|", parameters: #"{"initialValue": 0, "expression": "$0 + $1"}"#,
          result: "-------(6|)")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let (checked, type) = try context.checkAccumulation(
        expression, initialValue: initialValue, of: upstream.type, at: "expression")
      let evaluator = checked.evaluator()
      return context.stage(
        upstream, giving: type.joined(with: .of(initialValue)),
        build: { [initialValue] upstream, place in
          upstream.tryReduce(initialValue, evaluator.transform(at: place))
            .takingBatches(.manyValues(evaluator.fold(at: place))).eraseToAnyPublisher()
        })
    }
  }
}

extension Operator.Reduce {
  init(_ parameters: Parameters) {
    initialValue = parameters["initialValue"]
    expression = parameters["expression"]
  }

  var parameters: Parameters {
    ["initialValue": .value(initialValue), "expression": .expression(expression)]
  }
}
