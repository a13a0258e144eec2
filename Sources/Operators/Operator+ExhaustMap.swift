import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Plays a stream for each value, and drops the values that arrive while one plays. A stream
  /// reads its value as `$outer`.
  public static func exhaustMap(stream: StreamInput) -> Operator {
    Operator(ExhaustMap(stream: stream))
  }

  struct ExhaustMap: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream to play; its expressions read the value as '$outer'.",
        provides: [.outer])
    ]

    static let spec = OperatorSpec(
      name: "exhaustMap", category: .mapping,
      dependence: .on("the stream of the value before it"),
      summary: "Plays a stream for each value; drops the values that arrive while one plays.",
      otherNames: ["flatMapFirst"],
      suggestedFor: ["exhaust", "exhaustAll"],
      parameters: declared.map(\.spec),
      reasons: [.dropped: "the stream for an earlier value was still playing"],
      remedies: [.dropped: "the stream for the earlier value would have to end before it"],
      cost: "a run of an inner stream for each value",
      examples: [
        .init(
          source: "1-2--3-|",
          parameters:
            #"{"stream": {"marbles": "a--b|", "operators": [{"map": {"expression": "$outer"}}]}}"#,
          result: "1--1-3--3|")
      ])

    var rival: Rival { .kept }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inner = step.takeInner(providing: [.outer])
      return Emission(
        inner.type, step.upstream.extent.flattened(inner.extent, playingAll: false))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream], inner: step.inner) { inputs, place in
        let inner = place.inner(own: .outer)
        return inputs[0].exhaustMap { inner.run($0) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.ExhaustMap {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("exhaustMap", closure: try swift.outerClosure())
  }
}

extension Operator.ExhaustMap {
  func partition(_ step: PartitionStep) {
    step.playForEach()
    step.depend(on: Self.spec.dependence)
  }
}
