import Reactive
import Tracing

extension Operator {
  /// Drops values until another stream emits one.
  public static func dropUntilOutput(stream: StreamInput) -> Operator {
    Operator(DropUntilOutput(stream: stream))
  }

  struct DropUntilOutput: OperatorDefinition {
    var stream: StreamInput

    static let spec = OperatorSpec(
      name: "dropUntilOutput", category: .combining,
      end: .passed,
      summary: "Drops values until another stream emits one.",
      otherNames: ["skipUntil"],
      suggestedFor: ["startWhen"],
      parameters: [
        ParameterSpec(
          "stream", .stream, "The stream to wait for; it is subscribed to first.")
      ],
      outcomes: [.pass, .drop],
      reasons: [.dropped: "the other stream had not emitted anything yet"],
      remedies: [.dropped: "the other stream would have to emit before it"],
      emission: .received,
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "--8|"}}"#,
          result: "---2-3|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let other = context.takeInputs(1)
      return context.stage([upstream] + other, emitting: upstream.type) { inputs, _ in
        inputs[0].drop(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
      }.lasting(upstream.extent.gated(by: other[0].extent, endsWithOther: true))
    }
  }
}

extension Operator.DropUntilOutput {
  init(_ parameters: Parameters) {
    stream = parameters["stream"]
  }

  var parameters: Parameters { ["stream": .stream(stream)] }
}

extension Operator.DropUntilOutput {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("drop", .labeled("untilOutputFrom", try swift.stream().code))
  }
}
