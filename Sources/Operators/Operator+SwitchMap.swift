import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Plays a stream for each value, and emits only the values of the latest stream. A stream reads
  /// its value as `$outer`.
  public static func switchMap(stream: StreamInput) -> Operator {
    Operator(SwitchMap(stream: stream))
  }

  struct SwitchMap: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream to play; its expressions read the value as '$outer'.",
        provides: [.outer],
        measured: [
          #"{"sequence":[1]}"#,
          MeasuredValue(
            #"{"marbles":"-1|"}"#, cost: "a run of an inner stream for each value, with a clock"),
        ])
    ]

    static let spec = OperatorSpec(
      name: "switchMap", category: .mapping,
      dependence: .on("the time of the value after it"),
      summary: "Plays a stream for each value, and emits the values of the latest one only.",
      otherNames: ["flatMapLatest", "switchToLatest"],
      suggestedFor: ["switch", "switchLatest", "mapLatest", "switchAll"],
      parameters: declared.map(\.spec),
      reasons: [
        .replaced: "a later value ended the stream for it",
        .dropped: "the stream for it emitted nothing",
      ],
      remedies: [
        .replaced: "the later value would have to arrive after the end of the stream for it",
        .dropped: "the stream for it would have to emit a value",
      ],
      cost: "a run of an inner stream for each value",
      examples: [
        .init(
          source: "1-2----|",
          parameters:
            #"{"stream": {"marbles": "a-b|", "operators": [{"map": {"expression": "$outer"}}]}}"#,
          result: "1-2-2--|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inner = step.takeInner(providing: [.outer])
      return Emission(
        inner.type, step.upstream.extent.flattened(inner.extent, playingAll: false))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream], inner: step.inner) { inputs, place in
        let inner = place.inner(own: .outer)
        return inputs[0].switchMap { inner.run($0) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.SwitchMap {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("switchMap", closure: try swift.outerClosure())
  }
}

extension Operator.SwitchMap {
  func partition(_ step: PartitionStep) {
    step.playForEach()
    step.depend(on: Self.spec.dependence)
  }
}
