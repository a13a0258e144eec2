import Reactive
import Tracing
import Values

extension Operator {
  /// Drops all values; the completion or failure remains.
  public static func ignoreOutput() -> Operator {
    Operator(IgnoreOutput())
  }

  struct IgnoreOutput: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "ignoreOutput", category: .filtering,
      end: .passed,
      summary: "Drops all values; the completion or failure remains.",
      otherNames: ["ignoreElements"],
      parameters: [],
      reasons: [.dropped: "it drops every value"],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{}"#,
          result: "------|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.stage(upstream, emitting: upstream.type) { upstream, _ in
        upstream.ignoreOutput(setOutputType: Value.self).eraseToAnyPublisher()
      }.lasting(upstream.extent.emptied)
    }
  }
}

extension Operator.IgnoreOutput {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}

extension Operator.IgnoreOutput {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("ignoreOutput", .labeled("setOutputType", .atom("Value.self")))
  }
}
