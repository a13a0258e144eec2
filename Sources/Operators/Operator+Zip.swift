import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits an array of the n-th values of all streams, this one and the others.
  public static func zip(streams: [StreamInput]) -> Operator {
    Operator(Zip(streams: streams))
  }

  struct Zip: ExportedCombination {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init("streams", \.streams, "The streams to combine with this one, in this order.")
    ]

    static let spec = OperatorSpec(
      name: "zip", category: .combining,
      dependence: .on("the number of values before it"),
      summary: "Emits arrays of the n-th values of this stream and others.",
      otherNames: ["zipWith"],
      parameters: declared.map(\.spec),
      reasons: [
        .held: "its partner had not arrived",
        .completed: "the other stream ended without a partner for it",
      ],
      remedies: [
        .held: "the other stream would have to emit a partner for it",
        .completed: "the other stream would have to emit a partner for it before it ends",
      ],
      cost: "an array for each value",
      examples: [
        .init(
          source: "-1-2-|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#,
          result: "--a-b|", values: ["a": [1, 8], "b": [2, 9]])
      ])

    static let swiftPublisher = (name: "Publishers.ZipMany", emitsArrays: true)

    static func lint(_ streams: [Upstream], at places: [DocumentPath], in step: CheckStep) {
      step.lintZip(streams, at: places)
    }

    static func combined(_ streams: [Upstream]) -> Emission {
      Emission(.list(.joined(streams.map(\.type))), .zipped(streams.map(\.extent)))
    }

    static func build(_ streams: [Int], in step: PlanStep) -> Int {
      step.add(.zip(streams))
    }
  }
}
