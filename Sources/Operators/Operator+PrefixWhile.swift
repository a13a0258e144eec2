import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits values until the expression is false for one, and completes in its place; if it is
  /// `inclusive`, that value is the last.
  public static func prefixWhile(expression: String, inclusive: Bool? = nil) -> Operator {
    Operator(PrefixWhile(expression: expression, inclusive: inclusive))
  }

  struct PrefixWhile: ExportedOperator {
    var expression = ""
    var inclusive: Bool?

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "A condition on '$0'.", role: .condition),
      .init("inclusive", \.inclusive, "Whether the value that ends the stream is emitted."),
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
          result: "-1-2-|"),
        .init(
          source: "-1-2-3-1|", parameters: #"{"expression": "$0 < 3", "inclusive": true}"#,
          result: "-1-2-(3|)"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      return Emission(step.upstream.type, step.upstream.extent.cut())
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      return step.stage(on: step.guarded(byCondition: evaluator)) {
        [isInclusive = inclusive == true] upstream, place in
        upstream.tryPrefix(inclusive: isInclusive, while: evaluator.condition(at: place))
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.PrefixWhile {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.guardValues("expression", .decides)
    swift.call(
      "tryPrefix", inclusive == true ? .labeled("inclusive", .atom("true")) : nil,
      .labeled("while", try swift.expression("expression", "condition")))
  }
}
