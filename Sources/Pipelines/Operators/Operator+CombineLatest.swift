import Values

extension Operator {
  /// Emits an array of the latest values of this stream and of the others at each new value, once
  /// every stream has emitted one.
  public static func combineLatest(streams: [StreamInput]) -> Operator {
    Operator(CombineLatest(streams: streams))
  }

  struct CombineLatest: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "combineLatest", category: .combining,
      summary: "Emits arrays of the latest values of this stream and others.",
      otherNames: ["combineLatestWith"],
      parameters: [
        ParameterSpec("streams", .streams, "The streams to combine with this one, in this order.")
      ],
      examples: [
        .init(
          source: "-1-2-|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#,
          result: "--abc|", values: ["a": [1, 8], "b": [2, 8], "c": [2, 9]])
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.combineLatest([upstream] + context.takeInputs(streams.count))
    }
  }
}

extension Operator.CombineLatest {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}
