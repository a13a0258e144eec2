import Expressions
import Reactive
import Tracing
import Values

extension Operator {
  /// Emits the last value, or the last for which the expression is true, when the stream completes.
  public static func last(expression: String? = nil) -> Operator {
    Operator(Last(expression: expression))
  }

  struct Last: OperatorDefinition {
    var expression: String?

    static let spec = OperatorSpec(
      name: "last", category: .filtering,
      dependence: .on("the values after it", emitsReceived: true),
      end: .heeded,
      summary:
        "Emits the last value, or the last that meets a condition, when the stream "
        + "completes.",
      parameters: [
        ParameterSpec(
          "expression", .expression, "A condition on '$0'; any value by default.",
          isRequired: false, role: .condition)
      ],
      reasons: [.replaced: "a later value arrived", .dropped: "its condition is false"],
      remedies: [
        .dropped: "its condition would have to be true for it",
        .replaced: "there would have to be no later value",
      ],
      examples: [
        .init(
          source: "-1-2-3-|", parameters: #"{}"#,
          result: "-------(3|)"),
        .init(
          source: "-1-2-3-|", parameters: #"{"expression": "$0 < 3"}"#,
          result: "-------(2|)"),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      guard let expression else {
        return context.stage(upstream, emitting: upstream.type) { upstream, _ in
          upstream.last().takingBatches().eraseToAnyPublisher()
        }.lasting(upstream.extent.summedUp(evenIfEmpty: false))
      }
      let checked = try context.check(
        expression, in: .value(upstream.type), as: .condition, at: "expression")
      let evaluator = checked.evaluator()
      return context.stage(
        context.guarded(upstream, byCondition: evaluator), emitting: upstream.type
      ) { upstream, place in
        upstream.tryLast(where: evaluator.condition(at: place)).eraseToAnyPublisher()
      }.lasting(upstream.extent.filtered().summedUp(evenIfEmpty: false))
    }
  }
}

extension Operator.Last {
  init(_ parameters: Parameters) {
    expression = parameters[optional: "expression"]
  }

  var parameters: Parameters { ["expression": expression.map(ParameterValue.expression)] }
}

extension Operator.Last {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expression != nil else { return swift.call("last") }
    try swift.call("tryLast", condition: "expression", as: "where")
  }
}
