import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Emits the events of whichever stream sends one first, this one or another, and cancels the
  /// others.
  public static func race(streams: [StreamInput]) -> Operator {
    Operator(Race(streams: streams))
  }

  struct Race: ExportedOperator {
    var streams: [StreamInput] = []

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "streams", \.streams, "The streams that compete with this one.",
        measured: [#"[{"marbles":""}]"#])
    ]

    static let spec = OperatorSpec(
      name: "race", category: .combining,
      dependence: .on("which stream is the first"),
      summary:
        "Mirrors the first stream to emit, this one or another, and cancels the others.",
      otherNames: ["raceWith", "amb"],
      suggestedFor: ["firstOf"],
      parameters: declared.map(\.spec),
      reasons: [.dropped: "another stream emitted first"],
      remedies: [.dropped: "its stream would have to be the first to emit"],
      emission: .mixed,
      examples: [
        .init(
          source: "--1-2|", parameters: #"{"streams": [{"marbles": "-8--9|"}]}"#,
          result: "-8--9|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inputs = [step.upstream] + step.takeStreams(streams.count)
      return Emission(.joined(inputs.map(\.type)), .raced(inputs.map(\.extent)))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream] + step.streams) { inputs, _ in
        Publishers.RaceMany(inputs).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Race {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.join("Publishers.RaceMany") { upstream throws(Diagnostics) in
      [upstream] + (try swift.streams(streams.count))
    }
  }
}
