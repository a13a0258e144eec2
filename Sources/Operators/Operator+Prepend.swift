import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits the values of other streams, one after another, before those of this one.
  public static func prepend(streams: [StreamInput]) -> Operator {
    Operator(Prepend(streams: streams))
  }

  struct Prepend: ExportedOperator {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init("streams", \.streams, "The streams to prepend, in this order.")
    ]

    static let spec = OperatorSpec(
      name: "prepend", category: .combining,
      summary: "Emits the values of other streams before those of this one.",
      otherNames: ["startWith"],
      suggestedFor: ["cons", "unshift", "startWithArray"],
      parameters: declared.map(\.spec),
      emission: .mixed,
      examples: [
        .init(
          source: "-1-2|", parameters: #"{"streams": [{"marbles": "--8|"}]}"#, result: "--8-1-2|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let parts = step.takeStreams(streams.count) + [step.upstream]
      let places = streams.indices.map { step.place(of: "streams").appending($0) }
      step.lintAppend(parts, at: places + [step.place.path])
      return Emission(.joined(parts.map(\.type)), .appended(parts.map(\.extent)))
    }

    func build(_ step: PlanStep) -> Int {
      step.add(.append(step.streams + [step.upstream]))
    }
  }
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
