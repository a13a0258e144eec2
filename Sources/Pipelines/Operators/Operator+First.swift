import Expressions
import Reactive
import Tracing
import Values

extension Operator {
  /// Emits the first value, or the first for which the expression is true, and completes.
  public static func first(expression: String? = nil) -> Operator {
    Operator(First(expression: expression))
  }

  struct First: OperatorDefinition {
    var expression: String?

    static let spec = OperatorSpec(
      name: "first", category: .filtering,
      dependence: .on("the values before it", emitsReceived: true),
      end: .passed,
      summary: "Emits the first value, or the first value that meets a condition, and completes.",
      otherNames: ["find"],
      parameters: [
        ParameterSpec(
          "expression", .expression, "A condition on '$0'; any value by default.",
          isRequired: false, role: .condition, measured: [#""$0# < 0""#])
      ],
      outcomes: [.end],
      reasons: [.dropped: "its condition is false"],
      remedies: [.dropped: "its condition would have to be true for it"],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{}"#,
          result: "-(1|)"),
        .init(
          source: "-1-2-3|", parameters: #"{"expression": "$0 > 1"}"#,
          result: "---(2|)"),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      guard let expression else {
        return context.stage(upstream, emitting: upstream.type) { upstream, _ in
          upstream.first().eraseToAnyPublisher()
        }.lasting(upstream.extent.limited(to: 1))
      }
      let checked = try context.check(
        expression, in: .value(upstream.type), as: .condition, at: "expression")
      let evaluator = checked.evaluator()
      return context.stage(
        context.guarded(upstream, byCondition: evaluator), emitting: upstream.type
      ) { upstream, place in
        upstream.tryFirst(where: evaluator.condition(at: place)).eraseToAnyPublisher()
      }.lasting(upstream.extent.cut().limited(to: 1))
    }
  }
}

extension Operator.First {
  init(_ parameters: Parameters) {
    expression = parameters[optional: "expression"]
  }

  var parameters: Parameters { ["expression": expression.map(ParameterValue.expression)] }
}

extension Operator.First {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expression != nil else { return swift.call("first") }
    try swift.call("tryFirst", condition: "expression", as: "where")
  }
}
