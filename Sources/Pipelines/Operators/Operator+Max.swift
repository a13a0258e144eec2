import Expressions
import Reactive
import Tracing

extension Operator {
  /// Emits the greatest value, the first one if several are equal, when the stream completes.
  ///
  /// Numbers compare with numbers, strings with strings, and bools with bools.
  public static func max() -> Operator {
    Operator(Max())
  }

  struct Max: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "max", category: .reducing,
      dependence: .on("all values", emitsReceived: true),
      end: .heeded,
      summary: "Emits the greatest value when the stream completes.",
      parameters: [],
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

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.checkOrder(of: upstream.type)
      let evaluator = checked.evaluator()
      return context.stage(upstream, emitting: upstream.type) { upstream, place in
        upstream.tryMax(by: evaluator.order(for: "max", at: place)).eraseToAnyPublisher()
      }.lasting(upstream.extent.summedUp(evenIfEmpty: false, canFail: true))
    }
  }
}

extension Operator.Max {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}

extension Operator.Max {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("tryMax", .labeled("by", .atom("CEL.order(for: \"max\")")))
  }
}
