import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits values until another stream emits one, and then completes.
  public static func prefixUntilOutput(stream: StreamInput) -> Operator {
    Operator(PrefixUntilOutput(stream: stream))
  }

  struct PrefixUntilOutput: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream to wait for; it is subscribed to first.",
        measured: [#"{"marbles":""}"#])
    ]

    static let spec = OperatorSpec(
      name: "prefixUntilOutput", category: .combining,
      end: .passed,
      summary: "Emits values until another stream emits one, and then completes.",
      otherNames: ["takeUntil"],
      suggestedFor: ["stopWhen"],
      parameters: declared.map(\.spec),
      outcomes: [.end],
      emission: .received,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "----8|"}}"#,
          result: "-1-2|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let other = step.takeStream()
      return Emission(
        step.upstream.type, step.upstream.extent.gated(by: other.extent, endsWithOther: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream] + step.streams) { inputs, _ in
        inputs[0].prefix(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.PrefixUntilOutput {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("prefix", .labeled("untilOutputFrom", try swift.stream().code))
  }
}
