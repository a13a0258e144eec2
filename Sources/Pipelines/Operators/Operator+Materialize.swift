import Expressions
import Reactive
import Values

extension Operator {
  /// Gives each event as a value: `{"value": …}`, at the end `{"completion": "finished"}`, or in place of a failure
  /// `{"completion": "failure", "error": …}`, and then finishes.
  public static func materialize() -> Operator {
    Operator(Materialize())
  }

  struct Materialize: OperatorDefinition {
    static let spec = OperatorSpec(
      name: "materialize", category: .fromRx,
      summary: "Gives each event as an object, the end and a failure too, and finishes.",
      parameters: [],
      examples: [
        .init(
          source: "-1-#", parameters: #"{}"#,
          result: "-a-(b|)",
          values: ["a": ["value": 1], "b": ["completion": "failure", "error": "error"]])
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.stage(upstream, giving: .map(.dyn)) { upstream, _ in
        upstream.materialize().map(Value.init).setFailureType(to: StreamFailure.self)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Materialize {
  init(_ parameters: Parameters) {}

  var parameters: Parameters { [:] }
}
