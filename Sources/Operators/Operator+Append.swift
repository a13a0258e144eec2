import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits the values of other streams, one after another, once this one has completed.
  public static func append(streams: [StreamInput]) -> Operator {
    Operator(Append(streams: streams))
  }

  struct Append: ExportedCombination {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init("streams", \.streams, "The streams to append, in this order.")
    ]

    static let spec = OperatorSpec(
      name: "append", category: .combining,
      dependence: .on("the end of the stream"),
      summary: "Emits the values of other streams once this one has completed.",
      otherNames: ["endWith", "concat", "concatWith"],
      suggestedFor: ["followedBy", "andThen", "then", "push"],
      parameters: declared.map(\.spec),
      emission: .mixed,
      examples: [
        .init(
          source: "-1-2|", parameters: #"{"streams": [{"marbles": "--8|"}]}"#, result: "-1-2--8|")
      ])

    static let swiftPublisher = (name: "Publishers.ConcatenateMany", emitsArrays: false)

    static func lint(_ streams: [Upstream], at places: [DocumentPath], in step: CheckStep) {
      step.lintAppend(streams, at: places)
    }

    static func combined(_ streams: [Upstream]) -> Emission {
      Emission(.joined(streams.map(\.type)), .appended(streams.map(\.extent)))
    }

    static func build(_ streams: [Int], in step: PlanStep) -> Int {
      step.add(.append(streams))
    }
  }
}
