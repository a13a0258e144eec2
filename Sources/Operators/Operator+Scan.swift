import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
public import Values

extension Operator {
  /// Combines the last result, at first `initialValue`, with each value, and emits every new
  /// result; or `emit` of it, `$0`, and the value, `$1`.
  public static func scan(
    initialValue: Value, expression: String, emit: String? = nil
  ) -> Operator {
    Operator(Scan(initialValue: initialValue, expression: expression, emit: emit))
  }

  struct Scan: ExportedOperator {
    var initialValue = Value.null
    var expression = ""
    var emit: String?

    static let declared: [OperatorParameter<Self>] = [
      .init("initialValue", \.initialValue, "The result before the first value."),
      .init(
        "expression", \.expression,
        "The next result, from the previous result '$0' and the value '$1'.", role: .accumulation),
      .init(
        "emit", \.emit,
        "The value to emit, from the new result '$0' and the value '$1'; '$0' by default.",
        role: .accumulation, measured: [#""$0 - $1#""#]),
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
          result: "-1-3-6|"),
        .init(
          source: "-1-2-3|",
          parameters: #"{"initialValue": 0, "expression": "$0 + $1", "emit": "$0 * $1"}"#,
          result: "-1-6-a|", values: ["a": 18]),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = try step.checkAccumulation(
        expression, initialValue: initialValue, of: step.upstream.type, at: "expression")
      let emitted =
        try emit.map { text throws(Diagnostics) in
          try step.check(text, in: .pair(type, step.upstream.type), at: "emit").type
        } ?? type
      return Emission(emitted, step.upstream.extent.mapped(skipping: step.isTolerant))
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      guard emit != nil else { return step.transform(.scan(evaluator, from: initialValue)) }
      let emit = step.evaluator("emit")
      return step.stage { [initialValue, tolerance = step.tolerance] upstream, place in
        let (next, result) = (evaluator.transform(at: place), emit.transform(at: place))
        let steps = upstream.tryScan(EmittingState(state: initialValue)) {
          (last, value) throws(StreamFailure) in
          do throws(StreamFailure) {
            let state = try next(last.state, value)
            return EmittingState(state: state, emitted: [try result(state, value)])
          } catch {
            guard let tolerance else { throw error }
            place.playing.drop(value, error, tolerance)
            return EmittingState(state: last.state)
          }
        }
        return steps.compactMap(\.emitted.first).eraseToAnyPublisher()
      }
    }
  }
}

/// The result of `scan` so far, and what it emits for the last value, unless that was skipped.
private struct EmittingState: Codable {
  let state: Value
  var emitted: [Value] = []
}

extension Operator.Scan {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if emit != nil { return try writeEmitting(to: swift) }
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

  /// Adds a scan of pairs: what to emit, or none if a value is skipped, and the last result.
  private func writeEmitting(to swift: SwiftStep) throws(Diagnostics) {
    let initial = SwiftCode.joined([
      .atom("(Value?.none, "), try swift.value(initialValue), .atom(" as Value)"),
    ])
    let (next, emit) = (try swift.constant("expression"), try swift.constant("emit"))
    let lines =
      swift.isTolerant
      ? [
        "guard let next = \(swift.attempt(next, "value", "last.1, value")),",
        "  let result = \(swift.attempt(emit, "value", "next, value"))",
        "else { return (nil, last.1) }",
        "return (result, next)",
      ]
      : [
        "let next = try \(next).value(last.1, value)",
        "return (try \(emit).value(next, value), next)",
      ]
    swift.call(
      "tryScan", initial,
      closure: .closure(
        "(last, value) throws(EvaluationError) -> (Value?, Value)", lines.map { .atom($0) }))
    swift.call("compactMap", closure: .closure("", [.atom("$0.0")]))
  }
}
