extension Operator {
  /// Emits the values of other streams, one after another, once this one has finished.
  public static func append(streams: [StreamInput]) -> Operator {
    Operator(Append(streams: streams))
  }

  struct Append: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "append", category: .combining,
      summary: "Emits the values of other streams once this one has finished.",
      otherNames: ["endWith", "concat", "concatWith"],
      parameters: [ParameterSpec("streams", .streams, "The streams to append, in this order.")],
      examples: [
        .init(
          source: "-1-2|", parameters: #"{"streams": [{"marbles": "--8|"}]}"#, result: "-1-2--8|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.join([upstream] + context.takeInputs(inputs.count), as: Plan.Node.append)
    }
  }
}

extension Operator.Append {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}
