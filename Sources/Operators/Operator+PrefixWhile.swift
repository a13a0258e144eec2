import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits values until the expression is false for one, and completes in its place.
  public static func prefixWhile(expression: String) -> Operator {
    Operator(PrefixWhile(expression: expression))
  }

  struct PrefixWhile: ExportedOperator {
    var expression = ""

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "A condition on '$0'.", role: .condition)
    ]

    static let spec = OperatorSpec(
      name: "prefixWhile", category: .filtering,
      dependence: .on("the values before it", emitsReceived: true),
      end: .passed,
      summary: "Emits values until the expression is false for one, and completes in its place.",
      otherNames: ["takeWhile"],
      suggestedFor: ["whileTrue"],
      parameters: declared.map(\.spec),
      outcomes: [.pass, .end],
      reasons: [.dropped: "its condition is false, which ends the stream"],
      remedies: [.dropped: "its condition would have to be true for it"],
      examples: [
        .init(
          source: "-1-2-3-1|", parameters: #"{"expression": "$0 < 3"}"#,
          result: "-1-2-|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(step.upstream.type, step.upstream.extent.cut())
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) { upstream, place in
        upstream.tryPrefix(while: evaluator.condition(at: place)).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.PrefixWhile {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.call("tryPrefix", condition: "expression", as: "while")
  }
}
