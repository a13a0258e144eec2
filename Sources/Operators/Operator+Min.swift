import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits the least value, the first one if several are equal, when the stream completes.
  ///
  /// Numbers compare with numbers, strings with strings, and bools with bools.
  public static func min() -> Operator {
    Operator(Min())
  }

  struct Min: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "min", category: .reducing,
      dependence: .on("all values", emitsReceived: true),
      end: .heeded,
      summary: "Emits the least value when the stream completes.",
      parameters: declared.map(\.spec),
      ordersValues: true,
      reasons: [.replaced: "a smaller value arrived", .dropped: "an earlier value is as small"],
      remedies: [
        .replaced: "there would have to be no smaller value",
        .dropped: "it would have to be smaller than the values before it",
      ],
      examples: [
        .init(
          source: "-2-1-3-|", parameters: #"{}"#,
          result: "-------(1|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.checkOrder(of: step.upstream.type)
      return Emission(
        step.upstream.type, step.upstream.extent.summedUp(evenIfEmpty: false, canFail: true))
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator(nil)
      return step.stage { upstream, place in
        upstream.tryMin(by: evaluator.order(for: "min", at: place)).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Min {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("tryMin", .labeled("by", .atom("CEL.order(for: \"min\")")))
  }
}
