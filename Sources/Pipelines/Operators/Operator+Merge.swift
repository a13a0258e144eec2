extension Operator {
  /// Emits the values of this stream and of others as they arrive.
  public static func merge(streams: [StreamInput]) -> Operator {
    Operator(Merge(streams: streams))
  }

  struct Merge: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "merge", category: .combining,
      summary: "Emits the values of this stream and others as they arrive.",
      otherNames: ["mergeWith"],
      parameters: [ParameterSpec("streams", .streams, "The streams to merge with this one.")],
      examples: [
        .init(
          source: "-1---3|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#, result: "-18-93|"
        )
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.join([upstream] + context.takeInputs(inputs.count), as: Plan.Node.merge)
    }
  }
}

extension Operator.Merge {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}
