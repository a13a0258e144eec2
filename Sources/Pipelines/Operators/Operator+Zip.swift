import Values

extension Operator {
  /// Emits arrays of the n-th values of this stream and of others.
  public static func zip(streams: [StreamInput]) -> Operator {
    Operator(Zip(streams: streams))
  }

  struct Zip: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "zip", category: .combining,
      summary: "Emits arrays of the n-th values of this stream and others.",
      otherNames: ["zipWith"],
      parameters: [
        ParameterSpec("streams", .streams, "The streams to combine with this one, in this order.")
      ],
      examples: [
        .init(
          source: "-1-2-|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#,
          result: "--a-b|", values: ["a": [1, 8], "b": [2, 9]])
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.zip([upstream] + context.takeInputs(inputs.count))
    }
  }
}

extension Operator.Zip {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}
