import Checking
import Exporting
import Playing
public import StreamModels
public import Values

extension Operator {
  /// Combines the last result, at first `initialValue`, with each value, and emits every new
  /// result.
  public static func scan(initialValue: Value, expression: String) -> Operator {
    Operator(Scan(initialValue: initialValue, expression: expression))
  }

  struct Scan: ExportedOperator {
    var initialValue = Value.null
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("initialValue", \.initialValue, "The result before the first value."),
      .init(
        "expression", \.expression,
        "The next result, from the previous result '$0' and the value '$1'.", role: .accumulation),
    ]

    static let spec = OperatorSpec(
      name: "scan", category: .mapping,
      dependence: .on("the values before it"),
      end: .passed,
      summary: "Combines the previous result with each value, and emits every new result.",
      otherNames: ["tryScan"],
      suggestedFor: [
        "accumulate", "runningFold", "runningReduce", "cumsum", "runningTotal", "stateful",
      ],
      parameters: declared.map(\.spec),
      memory: .emitted,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"initialValue": 0, "expression": "$0 + $1"}"#,
          result: "-1-3-6|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = try step.checkAccumulation(
        expression, initialValue: initialValue, of: step.upstream.type, at: "expression")
      return Emission(type, step.upstream.extent.mapped(skipping: step.isTolerant))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(.scan(step.evaluator("expression"), from: initialValue))
    }
  }
}

extension Operator.Scan {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if swift.isTolerant {
      // The value to emit, or none if a value is skipped, and the last result.
      let initial = SwiftCode.joined([
        .atom("(Value?.none, "), try swift.value(initialValue), .atom(" as Value)"),
      ])
      let rule = try swift.constant("expression")
      let attempt = swift.attempt(rule, "value", "$0.1, $1")
      let next = "\(attempt).map { (.some($0), $0) } ?? (nil, $0.1)"
      swift.call("scan", initial, closure: .closure("", [.atom(next)]))
      return swift.call("compactMap", closure: .closure("", [.atom("$0.0")]))
    }
    swift.call(
      "tryScan", try swift.value(initialValue), try swift.expression("expression", "value"))
  }
}
