import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Plays a stream for each value, one after another, and emits their values. A stream reads its
  /// value as `$outer`.
  public static func concatMap(stream: StreamInput) -> Operator {
    Operator(ConcatMap(stream: stream))
  }

  struct ConcatMap: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream to play; its expressions read the value as '$outer'.",
        provides: [.outer])
    ]

    static let spec = OperatorSpec(
      name: "concatMap", category: .mapping,
      dependence: .on("the streams of the values before it"),
      summary: "Plays a stream for each value, one after another.",
      parameters: declared.map(\.spec),
      reasons: [.dropped: "the stream for it emitted nothing"],
      remedies: [.dropped: "the stream for it would have to emit a value"],
      cost: "a run of an inner stream for each value",
      examples: [
        .init(
          source: "1-2----|",
          parameters:
            #"{"stream": {"marbles": "a--b|", "operators": [{"map": {"expression": "$outer"}}]}}"#,
          result: "1--12--2|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inner = step.takeInner(providing: [.outer])
      step.lintConcatenation(of: inner, after: step.upstream)
      return Emission(
        inner.type, step.upstream.extent.flattened(inner.extent, playingAll: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream], inner: step.inner) { inputs, place in
        let inner = place.inner(own: .outer)
        return inputs[0].concatMap { inner.run($0) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.ConcatMap {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("concatMap", closure: try swift.outerClosure())
  }
}

extension Operator.ConcatMap {
  func partition(_ step: PartitionStep) {
    step.playForEach()
    step.depend(on: Self.spec.dependence)
  }
}
