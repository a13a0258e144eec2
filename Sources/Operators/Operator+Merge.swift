import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing

extension Operator {
  /// Emits the values of this stream and of others as they arrive.
  public static func merge(streams: [StreamInput]) -> Operator {
    Operator(Merge(streams: streams))
  }

  struct Merge: ExportedCombination {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init("streams", \.streams, "The streams to merge with this one.")
    ]

    static let spec = OperatorSpec(
      name: "merge", category: .combining,
      end: .passed,
      summary: "Emits the values of this stream and others as they arrive.",
      otherNames: ["mergeWith"],
      suggestedFor: ["union", "unionAll", "interleave", "mergeArray"],
      parameters: declared.map(\.spec),
      emission: .mixed,
      examples: [
        .init(
          source: "-1---3|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#, result: "-18-93|"
        )
      ])

    static let swiftPublisher = (name: "Publishers.MergeMany", emitsArrays: false)

    static func combined(_ streams: [Upstream]) -> Emission {
      Emission(.joined(streams.map(\.type)), .merged(streams.map(\.extent)))
    }

    static func build(_ streams: [Int], in step: PlanStep) -> Int {
      step.add(.merge(streams))
    }
  }
}

extension Operator.Merge {
  func partition(_ step: PartitionStep) {
    step.merge()
  }
}
