import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits an array of the latest values of this stream and of the others at each new value, once
  /// every stream has emitted one.
  public static func combineLatest(streams: [StreamInput]) -> Operator {
    Operator(CombineLatest(streams: streams))
  }

  struct CombineLatest: ExportedCombination {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init("streams", \.streams, "The streams to combine with this one, in this order.")
    ]

    static let spec = OperatorSpec(
      name: "combineLatest", category: .combining,
      dependence: .on("the latest values of all streams"),
      summary: "Emits arrays of the latest values of this stream and others.",
      otherNames: ["combineLatestWith"],
      suggestedFor: ["combine", "zipLatest"],
      parameters: declared.map(\.spec),
      reasons: [.replaced: "a later value arrived before all streams had emitted one"],
      remedies: [.replaced: "all other streams would have to emit before the later value"],
      cost: "two arrays for each value",
      examples: [
        .init(
          source: "-1-2-|", parameters: #"{"streams": [{"marbles": "--8-9|"}]}"#,
          result: "--abc|", values: ["a": [1, 8], "b": [2, 8], "c": [2, 9]])
      ])

    static let swiftPublisher = (name: "Publishers.CombineLatestMany", emitsArrays: true)

    static func combined(_ streams: [Upstream]) -> Emission {
      Emission(.list(.joined(streams.map(\.type))), .combinedLatest(streams.map(\.extent)))
    }

    static func build(_ streams: [Int], in step: PlanStep) -> Int {
      step.stage(streams) { inputs, _ in
        Publishers.CombineLatestMany(inputs).map(Value.array).eraseToAnyPublisher()
      }
    }
  }
}
