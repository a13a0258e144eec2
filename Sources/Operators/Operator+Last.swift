import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits the last value, or the last for which the expression is true, when the stream completes.
  public static func last(expression: String? = nil) -> Operator {
    Operator(Last(expression: expression))
  }

  struct Last: ExportedOperator {
    var expression: String?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression, "A condition on '$0'; any value by default.", role: .condition)
    ]

    static let spec = OperatorSpec(
      name: "last", category: .filtering,
      dependence: .on("the values after it", emitsReceived: true),
      end: .heeded,
      summary:
        "Emits the last value, or the last that meets a condition, when the stream "
        + "completes.",
      parameters: declared.map(\.spec),
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

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      guard let expression else {
        return Emission(step.upstream.type, step.upstream.extent.summedUp(evenIfEmpty: false))
      }
      try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(
        step.upstream.type, step.upstream.extent.filtered().summedUp(evenIfEmpty: false))
    }

    func build(_ step: PlanStep) -> Int {
      guard expression != nil else {
        return step.stage { upstream, _ in upstream.last().takingBatches().eraseToAnyPublisher() }
      }
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) { upstream, place in
        upstream.tryLast(where: evaluator.condition(at: place)).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Last {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expression != nil else { return swift.call("last") }
    try swift.call("tryLast", condition: "expression", as: "where")
  }
}
