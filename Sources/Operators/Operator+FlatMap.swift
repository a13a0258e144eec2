import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Plays a stream for each value, and emits the values of all of them as they arrive. A stream
  /// reads its value as `$outer`. At most `maxPublishers` streams play at once; further values
  /// wait.
  public static func flatMap(stream: StreamInput, maxPublishers: Int? = nil) -> Operator {
    precondition(maxPublishers.map { $0 > 0 } ?? true, "maxPublishers must be more than 0")
    return Operator(FlatMap(stream: stream, maxPublishers: maxPublishers))
  }

  struct FlatMap: ExportedOperator {
    var stream = StreamInput("")
    var maxPublishers: Int?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream to play; its expressions read the value as '$outer'.",
        provides: [.outer],
        measured: [
          #"{"sequence":[1]}"#,
          MeasuredValue(
            #"{"marbles":"1|","frame":0.5}"#,
            cost: "a run of an inner stream for each value, with a clock"),
        ]),
      .init(
        "maxPublishers", \.maxPublishers, "How many streams may play at once; no limit by default.",
        isPositive: true),
    ]

    static let spec = OperatorSpec(
      name: "flatMap", category: .mapping,
      end: .delayed,
      summary: "Plays a stream for each value, and emits the values of all of them as they arrive.",
      otherNames: ["mergeMap"],
      parameters: declared.map(\.spec),
      reasons: [.dropped: "the stream for it emitted nothing"],
      remedies: [.dropped: "the stream for it would have to emit a value"],
      cost: "a run of an inner stream for each value",
      examples: [
        .init(
          source: "1-2----|",
          parameters:
            #"{"stream": {"marbles": "a--b|", "operators": [{"map": {"expression": "$outer"}}]}}"#,
          result: "1-21-2-|"),
        .init(
          source: "1-2----|",
          parameters:
            #"{"stream": {"marbles": "a--b|", "operators": [{"map": {"expression": "$outer"}}]}, "maxPublishers": 1}"#,
          result: "1--12--2|"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inner = step.takeInner(providing: [.outer])
      return Emission(
        inner.type,
        step.upstream.extent.flattened(inner.extent, playingAll: maxPublishers == nil))
    }

    func build(_ step: PlanStep) -> Int {
      let maximum = maxPublishers ?? .max
      return step.stage([step.upstream], inner: step.inner) { inputs, place in
        let inner = place.inner(own: .outer)
        return inputs[0].flatMap(maxPublishers: maximum) { inner.run($0) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.FlatMap {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call(
      "flatMap", maxPublishers.map { .labeled("maxPublishers", swift.count("maxPublishers", $0)) },
      closure: try swift.outerClosure())
  }
}

extension Operator.FlatMap {
  func partition(_ step: PartitionStep) {
    step.playForEach()
    // Beyond the limit, a value waits until the streams of earlier values have ended.
    if maxPublishers != nil { step.depend(on: .on("the streams of the values before it")) }
  }
}
