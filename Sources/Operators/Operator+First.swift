import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits the first value, or the first for which the expression is true, and completes.
  public static func first(expression: String? = nil) -> Operator {
    Operator(First(expression: expression))
  }

  struct First: ExportedOperator {
    var expression: String?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression, "A condition on '$0'; any value by default.", role: .condition,
        measured: [#""$0# < 0""#])
    ]

    static let spec = OperatorSpec(
      name: "first", category: .filtering,
      dependence: .on("the values before it", emitsReceived: true),
      end: .passed,
      summary: "Emits the first value, or the first value that meets a condition, and completes.",
      otherNames: ["find"],
      parameters: declared.map(\.spec),
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

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let (type, extent) = (step.upstream.type, step.upstream.extent)
      guard let expression else { return Emission(type, extent.limited(to: 1)) }
      try step.check(expression, in: .value(type), as: .condition, at: "expression")
      return Emission(type, extent.cut().limited(to: 1))
    }

    func build(_ step: PlanStep) -> Int {
      guard expression != nil else {
        return step.stage { upstream, _ in upstream.first().eraseToAnyPublisher() }
      }
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) { upstream, place in
        upstream.tryFirst(where: evaluator.condition(at: place)).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.First {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expression != nil else { return swift.call("first") }
    try swift.call("tryFirst", condition: "expression", as: "where")
  }
}
