import Expressions
import Reactive
import Values

extension Operator {
  /// Gives, when the stream finishes, how many values came.
  public static func count() -> Operator {
    Operator(Count())
  }

  struct Count: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "count", category: .reducing,
      summary: "Gives at the end how many values came.",
      parameters: [],
      examples: [
        .init(
          source: "-4-4-|", parameters: #"{}"#,
          result: "-----(2|)")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.stage(upstream, giving: .int) { upstream, _ in
        upstream.count().map { .int(Int64($0)) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Count {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}
