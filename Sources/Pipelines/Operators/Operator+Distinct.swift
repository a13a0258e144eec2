import Expressions
import Values

extension Operator {
  /// Drops each value that has come before, or whose key, which an expression makes of it, has.
  ///
  /// Keeps every key until the end.
  public static func distinct(expression: String? = nil) -> Operator {
    Operator(Distinct(expression: expression))
  }

  struct Distinct: OperatorDefinition {
    var expression: String?

    static let spec = OperatorSpec(
      name: "distinct", category: .fromRx,
      summary: "Drops each value that has come before.",
      parameters: [
        ParameterSpec(
          "expression", .expression,
          "Makes of '$0' the key that must be new; the value itself if not said.", isRequired: false
        )
      ],
      outcomes: [.drop],
      examples: [
        .init(
          source: "-1-2-1-3|", parameters: #"{}"#,
          result: "-1-2---3|"),
        .init(
          source: "-1-2-3-4|", parameters: #"{"expression": "$0 % 2"}"#,
          result: "-1-2----|"),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try expression.map { text throws(Diagnostics) in
        try context.check(text, in: .value(upstream.type), at: "expression")
      }
      let evaluator = checked?.evaluator()
      let transform = Transform { frame in
        var frame = frame
        var seen: Set<EquivalentValue> = []
        return { (value, instant) throws(EvaluationError) in
          guard let evaluator else { return seen.insert(EquivalentValue(value)).inserted }
          frame.nanoseconds = instant
          return seen.insert(EquivalentValue(try evaluator.value(value, in: &frame))).inserted
        }
      }
      return context.transform(upstream, with: transform, giving: upstream.type)
    }
  }
}

extension Operator.Distinct {
  init(_ parameters: Parameters) {
    expression = parameters[optional: "expression"]
  }

  var parameters: Parameters { ["expression": expression.map(ParameterValue.expression)] }
}
