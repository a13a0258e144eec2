import Expressions
import Tracing
import Values

extension Operator {
  /// Emits the values of other streams, one after another, before those of this one.
  public static func prepend(streams: [StreamInput]) -> Operator {
    Operator(Prepend(streams: streams))
  }

  struct Prepend: OperatorDefinition {
    var streams: [StreamInput]

    static let spec = OperatorSpec(
      name: "prepend", category: .combining,
      summary: "Emits the values of other streams before those of this one.",
      otherNames: ["startWith"],
      suggestedFor: ["cons", "unshift", "startWithArray"],
      parameters: [ParameterSpec("streams", .streams, "The streams to prepend, in this order.")],
      emission: .mixed,
      examples: [
        .init(
          source: "-1-2|", parameters: #"{"streams": [{"marbles": "--8|"}]}"#, result: "--8-1-2|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let parts = context.takeInputs(streams.count) + [upstream]
      let places = streams.indices.map { context.place(of: "streams").appending($0) }
      context.lintAppend(parts, at: places + [context.here.path])
      return context.join(parts, as: Plan.Node.append).lasting(.appended(parts.map(\.extent)))
    }
  }
}

extension Operator.Prepend {
  init(_ parameters: Parameters) {
    streams = parameters["streams"]
  }

  var parameters: Parameters { ["streams": .streams(streams)] }
}

extension Operator.Prepend {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.join("Publishers.ConcatenateMany") { upstream throws(Diagnostics) in
      try swift.streams(streams.count) + [upstream]
    }
  }
}

extension Operator.Prepend {
  func partition(_ step: PartitionStep) {
    step.addOwnEvents()
  }
}
