import Reactive

extension Operator {
  /// Gives values until another stream gives one, and finishes then.
  public static func prefixUntilOutput(stream: StreamInput) -> Operator {
    Operator(PrefixUntilOutput(stream: stream))
  }

  struct PrefixUntilOutput: OperatorDefinition {
    var stream: StreamInput

    static let spec = OperatorSpec(
      name: "prefixUntilOutput", category: .combining,
      summary: "Gives values until another stream gives one, and finishes then.",
      otherNames: ["takeUntil"],
      parameters: [
        ParameterSpec(
          "stream", .stream, "What is waited for; subscribed to first.")
      ],
      outcomes: [.end],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "----8|"}}"#,
          result: "-1-2|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let other = context.takeInputs(1)
      return context.stage([upstream] + other, giving: upstream.type) { inputs, _ in
        inputs[0].prefix(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.PrefixUntilOutput {
  init(_ parameters: Parameters) {
    stream = parameters["stream"]
  }

  var parameters: Parameters { ["stream": .stream(stream)] }
}
