import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
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

  struct Contains: ExportedOperator {
    var value: Value?
    var expression: String?

    static let declared: [OperatorParameter<Self>] = [
      .init("value", \.value, "The value to look for.", measured: ["-1"]),
      .init(
        "expression", \.expression, "A condition on '$0'.", role: .condition,
        measured: [#""$0# < 0""#]),
    ]

    static let spec = OperatorSpec(
      name: "contains", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits true at the first value that matches, or false when the stream completes.",
      otherNames: ["some"],
      suggestedFor: ["any", "anyMatch", "includes", "exists", "has"],
      parameters: declared.map(\.spec),
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

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = step.upstream.type
      if let expression {
        try step.check(expression, in: .value(type), as: .condition, at: "expression")
      } else {
        try step.check("$0 == $1", in: .pair(type, .dyn), as: .condition, at: nil)
      }
      return Emission(.bool, step.upstream.extent.answered())
    }

    func build(_ step: PlanStep) -> Int {
      guard expression != nil else { return buildEquality(step) }
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) { upstream, place in
        upstream.tryContains(where: evaluator.condition(at: place)).map(Value.bool)
          .eraseToAnyPublisher()
      }
    }

    private func buildEquality(_ step: PlanStep) -> Int {
      let (evaluator, wanted) = (step.evaluator(nil), value ?? .null)
      return step.stage { upstream, place in
        let areEqual = evaluator.relation(at: place)
        return upstream.tryContains { value throws(StreamFailure) in try areEqual(value, wanted) }
          .map(Value.bool).eraseToAnyPublisher()
      }
    }
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
