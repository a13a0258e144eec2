extension Operator {
  /// Gives the values of this stream and of others, as they come.
  public static func merge(streams: [StreamInput]) -> Operator {
    Operator(Merge(streams: streams))
  }

  struct Merge: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "merge", category: .combining,
      summary: "Gives the values of this stream and of others, as they come.",
      otherNames: ["mergeWith"],
      parameters: [ParameterSpec("streams", .streams, "What comes beside this stream.")],
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
