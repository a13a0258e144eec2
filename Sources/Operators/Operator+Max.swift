import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits the greatest value, the first one if several are equal, when the stream completes.
  ///
  /// Numbers compare with numbers, strings with strings, and bools with bools.
  public static func max() -> Operator {
    Operator(Max())
  }

  struct Max: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "max", category: .reducing,
      dependence: .on("all values", emitsReceived: true),
      end: .heeded,
      summary: "Emits the greatest value when the stream completes.",
      parameters: declared.map(\.spec),
      ordersValues: true,
      reasons: [.replaced: "a greater value arrived", .dropped: "an earlier value is as great"],
      remedies: [
        .replaced: "there would have to be no greater value",
        .dropped: "it would have to be greater than the values before it",
      ],
      examples: [
        .init(
          source: "-2-1-3-|", parameters: #"{}"#,
          result: "-------(3|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.checkOrder(of: step.upstream.type)
      return Emission(
        step.upstream.type, step.upstream.extent.summedUp(evenIfEmpty: false, canFail: true))
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator(nil)
      return step.stage { upstream, place in
        upstream.tryMax(by: evaluator.order(for: "max", at: place)).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Max {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("tryMax", .labeled("by", .atom("CEL.order(for: \"max\")")))
  }
}
