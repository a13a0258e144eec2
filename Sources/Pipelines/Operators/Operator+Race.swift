import Expressions
import Reactive

extension Operator {
  /// Gives what the first gives, of this stream and others, of which an event comes; the others are cancelled.
  public static func race(streams: [StreamInput]) -> Operator {
    Operator(Race(streams: streams))
  }

  struct Race: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "race", category: .fromRx,
      summary: "Gives what the stream gives, of this and others, that comes first.",
      otherNames: ["raceWith", "amb"],
      parameters: [
        ParameterSpec("streams", .streams, "What competes with this stream.")
      ],
      examples: [
        .init(
          source: "--1-2|", parameters: #"{"streams": [{"marbles": "-8--9|"}]}"#,
          result: "-8--9|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let inputs = [upstream] + context.takeInputs(streams.count)
      return context.stage(inputs, giving: .joined(inputs.map(\.type))) { inputs, _ in
        Publishers.RaceMany(inputs).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Race {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}
