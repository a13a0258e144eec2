import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Drops all values; the completion or failure remains.
  public static func ignoreOutput() -> Operator {
    Operator(IgnoreOutput())
  }

  struct IgnoreOutput: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "ignoreOutput", category: .filtering,
      end: .passed,
      summary: "Drops all values; the completion or failure remains.",
      otherNames: ["ignoreElements"],
      parameters: declared.map(\.spec),
      reasons: [.dropped: "it drops every value"],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{}"#,
          result: "------|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.emptied)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { upstream, _ in
        upstream.ignoreOutput(setOutputType: Value.self).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.IgnoreOutput {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("ignoreOutput", .labeled("setOutputType", .atom("Value.self")))
  }
}
