import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits each event as an object: `{"value": …}` for a value, then `{"completion": "finished"}`
  /// or `{"completion": "failure", "error": …}`; then completes.
  public static func materialize() -> Operator {
    Operator(Materialize())
  }

  struct Materialize: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "materialize", category: .watching,
      dependence: .on("the end of the stream"),
      end: .heeded,
      summary: "Emits each event as an object, including completion and failure.",
      parameters: declared.map(\.spec),
      emission: .made,
      cost: "an object for each value",
      examples: [
        .init(
          source: "-1-#", parameters: #"{}"#,
          result: "-a-(b|)",
          values: ["a": ["value": 1], "b": ["completion": "failure", "error": "error"]])
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(.map(.dyn), step.upstream.extent.materialized)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { upstream, _ in
        upstream.materialize().map(Value.init).setFailureType(to: StreamFailure.self)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Materialize {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("materialize")
    swift.call(
      "map",
      closure: .closure(
        "signal -> Value",
        [
          .atom("switch signal {"), .atom("case .value(let value): [\"value\": value]"),
          .atom("case .finished: [\"completion\": \"finished\"]"),
          .atom("case .failure(let failure):"),
          .atom("  [\"completion\": \"failure\", \"error\": .string(Text(failure.message))]"),
          .atom("}"),
        ]))
    swift.call("setFailureType", .labeled("to", .atom("EvaluationError.self")))
  }
}

extension Operator.Materialize {
  func partition(_ step: PartitionStep) {
    step.actOnFailures()
  }
}
