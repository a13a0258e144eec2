import Expressions
import Reactive
public import Values

extension Operator {
  /// Emits true at the first value that equals `value`, or false when the stream completes.
  public static func contains(value: Value) -> Operator {
    Operator(Contains(value: value, expression: nil))
  }

  /// Emits true at the first value for which the expression is true, or false when the stream
  /// completes.
  public static func contains(expression: String) -> Operator {
    Operator(Contains(value: nil, expression: expression))
  }

  struct Contains: OperatorDefinition {
    var value: Value?
    var expression: String?

    static let spec = OperatorSpec(
      name: "contains", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits true at the first value that matches, or false when the stream completes.",
      otherNames: ["some"],
      suggestedFor: ["any", "anyMatch", "includes", "exists", "has"],
      parameters: [
        ParameterSpec(
          "value", .value, "The value to look for.", isRequired: false, measured: ["-1"]),
        ParameterSpec(
          "expression", .expression, "A condition on '$0'.", isRequired: false, role: .condition,
          measured: [#""$0# < 0""#]),
      ],
      forms: [["value"], ["expression"]],
      outcomes: [.end("never found a match")],
      summarizes: true,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"value": 2}"#,
          result: "---(t|)", values: ["t": true]),
        .init(
          source: "-1-2-3|", parameters: #"{"expression": "$0 > 3"}"#,
          result: "------(f|)", values: ["f": false]),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      guard let expression else { return try applyEquality(to: upstream, in: context) }
      let checked = try context.check(
        expression, in: .value(upstream.type), as: .condition, at: "expression")
      let evaluator = checked.evaluator()
      return context.stage(
        context.guarded(upstream, byCondition: evaluator), emitting: .bool
      ) { upstream, place in
        upstream.tryContains(where: evaluator.condition(at: place)).map(Value.bool)
          .eraseToAnyPublisher()
      }.lasting(upstream.extent.answered())
    }

    private func applyEquality(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.check(
        "$0 == $1", in: .pair(upstream.type, .dyn), as: .condition, at: nil)
      let (evaluator, wanted) = (checked.evaluator(), value ?? .null)
      return context.stage(upstream, emitting: .bool) { upstream, place in
        let areEqual = evaluator.relation(at: place)
        return upstream.tryContains { value throws(StreamFailure) in try areEqual(value, wanted) }
          .map(Value.bool).eraseToAnyPublisher()
      }.lasting(upstream.extent.answered())
    }
  }
}

extension Operator.Contains {
  init(_ parameters: Parameters) {
    value = parameters[optional: "value"]
    expression = parameters[optional: "expression"]
  }

  var parameters: Parameters {
    [
      "value": value.map(ParameterValue.value),
      "expression": expression.map(ParameterValue.expression),
    ]
  }
}

extension Operator.Contains {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard let value else {
      try swift.call("tryContains", condition: "expression", as: "where")
      return swift.call("map", .atom("Value.bool"))
    }
    let wanted = SwiftCode.joined([
      .atom("\"value\": "), .call(".value", [try swift.value(value)]),
    ])
    let rule = SwiftCode.call("CEL", [.string("$0 == $value"), .array([wanted])])
    swift.call("tryContains", .labeled("where", .joined([rule, .atom(".condition")])))
    swift.call("map", .atom("Value.bool"))
  }
}
