import Expressions
import Reactive
import Values

extension Operator {
  /// Emits the number of values when the stream completes.
  public static func count() -> Operator {
    Operator(Count())
  }

  struct Count: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "count", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits the number of values when the stream completes.",
      parameters: [],
      summarizes: true,
      examples: [
        .init(
          source: "-4-4-|", parameters: #"{}"#,
          result: "-----(2|)")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.stage(upstream, emitting: .int) { upstream, _ in
        upstream.count().map { .int(Int64($0)) }.eraseToAnyPublisher()
      }.lasting(upstream.extent.summedUp(evenIfEmpty: true))
    }
  }
}

extension Operator.Count {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}

extension Operator.Count {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("count")
    swift.call("map", closure: .closure("", [.atom("Value.int(Int64($0))")]))
  }
}
