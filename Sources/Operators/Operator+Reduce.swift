import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
public import Values

extension Operator {
  /// Combines all values into one result, beginning with `initialValue`, and emits it when the
  /// stream completes.
  public static func reduce(initialValue: Value, expression: String) -> Operator {
    Operator(Reduce(initialValue: initialValue, expression: expression))
  }

  struct Reduce: ExportedOperator {
    var initialValue = Value.null
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("initialValue", \.initialValue, "The result before the first value."),
      .init(
        "expression", \.expression,
        "The next result, from the previous result '$0' and the value '$1'.", role: .accumulation),
    ]

    static let spec = OperatorSpec(
      name: "reduce", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Combines all values into one result, and emits it when the stream completes.",
      otherNames: ["tryReduce"],
      suggestedFor: ["fold", "foldLeft", "inject"],
      parameters: declared.map(\.spec),
      summarizes: true,
      examples: [
        .init(
          source: "-1-2-3-|", parameters: #"{"initialValue": 0, "expression": "$0 + $1"}"#,
          result: "-------(6|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = try step.checkAccumulation(
        expression, initialValue: initialValue, of: step.upstream.type, at: "expression")
      return Emission(
        type.joined(with: .of(initialValue)),
        step.upstream.extent.summedUp(evenIfEmpty: true, canFail: true))
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      guard step.tolerance == nil else {
        // First the results so far, without the values on which the expression fails; then the last
        // result.
        let results = step.transform(.scan(evaluator, from: initialValue))
        return step.stage(on: results) { [initialValue] results, _ in
          results.last().replaceEmpty(with: initialValue).eraseToAnyPublisher()
        }
      }
      return step.stage { [initialValue] upstream, place in
        upstream.tryReduce(initialValue, evaluator.transform(at: place))
          .takingBatches(.manyValues(evaluator.fold(at: place))).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Reduce {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    if swift.isTolerant {
      let rule = try swift.constant("expression")
      return swift.call(
        "reduce", try swift.value(initialValue),
        closure: .closure("", [.atom(swift.attempt(rule, "value", "$0, $1") + " ?? $0")]))
    }
    swift.call(
      "tryReduce", try swift.value(initialValue), try swift.expression("expression", "value"))
  }
}
