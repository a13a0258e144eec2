import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Drops values until another stream emits one.
  public static func dropUntilOutput(stream: StreamInput) -> Operator {
    Operator(DropUntilOutput(stream: stream))
  }

  struct DropUntilOutput: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init("stream", \.stream, "The stream to wait for; it is subscribed to first.")
    ]

    static let spec = OperatorSpec(
      name: "dropUntilOutput", category: .combining,
      end: .passed,
      summary: "Drops values until another stream emits one.",
      otherNames: ["skipUntil"],
      suggestedFor: ["startWhen"],
      parameters: declared.map(\.spec),
      outcomes: [.pass, .drop],
      reasons: [.dropped: "the other stream had not emitted anything yet"],
      remedies: [.dropped: "the other stream would have to emit before it"],
      emission: .received,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "--8|"}}"#,
          result: "---2-3|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let other = step.takeStream()
      return Emission(
        step.upstream.type, step.upstream.extent.gated(by: other.extent, endsWithOther: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream] + step.streams) { inputs, _ in
        inputs[0].drop(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.DropUntilOutput {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("drop", .labeled("untilOutputFrom", try swift.stream().code))
  }
}
