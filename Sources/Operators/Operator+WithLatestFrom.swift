import Checking
import Exporting
import Expressions
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits an array of each value and the latest value of another stream.
  ///
  /// Values that arrive before the other stream has emitted one are dropped, or, as a left join,
  /// emitted with null.
  public static func withLatestFrom(
    stream: StreamInput, kind: Publishers.JoinKind? = nil
  ) -> Operator {
    Operator(WithLatestFrom(stream: stream, kind: kind))
  }

  /// Emits an array of each value and the latest value of another stream with the same key, the
  /// result of an expression; `otherOn` is the same by default.
  public static func withLatestFrom(
    stream: StreamInput, on: String, otherOn: String? = nil, kind: Publishers.JoinKind? = nil
  ) -> Operator {
    Operator(WithLatestFrom(stream: stream, on: on, otherOn: otherOn, kind: kind))
  }

  struct WithLatestFrom: KeyedJoin {
    var stream = StreamInput("")
    var on: String?
    var otherOn: String?
    var kind: Publishers.JoinKind?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream, "The stream of the latest values; it is subscribed to first.",
        measured: [#""other""#]),
      .on, .otherOn,
      .init(
        "kind", \.kind,
        "Values without a partner are dropped ('inner', the default) or get null ('left')."),
    ]

    /// The kind of the join; inner by default.
    fileprivate var joinKind: Publishers.JoinKind { kind ?? .inner }

    static let spec = OperatorSpec(
      name: "withLatestFrom", category: .combining,
      end: .passed,
      summary: "Emits an array of each value and the latest value of another stream.",
      remark: """
        With 'on', it is the latest value with the same key; the latest value of every key is \
        kept. A value without a partner is dropped or, with the kind 'left', emitted with null.
        """,
      suggestedFor: ["lookup", "enrich", "lookupJoin", "temporalJoin", "streamTableJoin"],
      parameters: declared.map(\.spec),
      forms: [["stream", "kind?"], ["stream", "on", "otherOn?", "kind?"]],
      outcomes: [],
      reasons: [
        .replaced: "a later value of the other stream arrived before it was needed",
        .dropped: "the other stream had no value for it yet",
      ],
      remedies: [
        .replaced: "the stream would have to emit before the later value of the other",
        .dropped: "the other stream would have to emit before it",
      ],
      cost: "an array for each value",
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "--8-9|"}}"#,
          result: "---a-b|", values: ["a": [2, 8], "b": [3, 9]]),
        .init(
          source: "-1-2-3-4|", parameters: #"{"stream": {"marbles": "--6-9|"}, "on": "$0 % 2"}"#,
          result: "---a-b-c|", values: ["a": [2, 6], "b": [3, 9], "c": [4, 6]]),
        .init(
          source: "-1-2-3|",
          parameters: ##"""
            {"stream": {"marbles": "--7-8|"}, "on": "$0", "otherOn": "$0 - 5", "kind": "left"}
            """##,
          result: "-a-b-c|", values: ["a": [1, .null], "b": [2, 7], "c": [3, 8]]),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let other = step.takeStream()
      try JoinKeys.check(on, otherOn, of: other, in: step)
      if joinKind == .inner { step.noteDrops(.unmatched) }
      return Emission(
        JoinKeys.type(of: step.upstream, other, hasNull: joinKind == .left),
        step.upstream.extent.gated(by: other.extent).mapped().filtered())
    }

    func build(_ step: PlanStep) -> Int {
      let keys = JoinKeys(on, in: step)
      // If failures of the keys are tolerated, the values on which they fail are left out.
      let nodes =
        keys.map { [step.guarded(by: $0.first), step.guarded(step.streams[0], by: $0.second)] }
        ?? [step.upstream, step.streams[0]]
      return step.stage(nodes) {
        [site = step.drops.first?.site] inputs, place in
        guard let keys else {
          return Self.arrays(
            Publishers.WithLatestFromOrNil(upstream: inputs[0], other: inputs[1]),
            dropping: site, at: place)
        }
        return Self.arrays(
          Publishers.WithLatestFromByKey(
            upstream: inputs[0], other: inputs[1], key: JoinKeys.first(of: keys, at: place),
            otherKey: JoinKeys.second(of: keys, at: place), kind: .left),
          dropping: site, at: place)
      }
    }

    /// Returns the pairs as arrays. Drops values without a partner if there is a number to count
    /// them under.
    private static func arrays(
      _ pairs: some Publisher<(Value, Value?), StreamFailure>, dropping site: Int?,
      at place: StagePlace
    ) -> AnyPublisher<Value, StreamFailure> {
      guard let site else {
        return pairs.map { .array([$0, $1 ?? .null]) }.eraseToAnyPublisher()
      }
      let playing = place.playing
      return pairs.compactMap { value, other in
        if let other { return .array([value, other]) }
        playing.drop(value, at: playing.scheduler.now, site: site)
        return nil
      }.eraseToAnyPublisher()
    }
  }
}

extension Operator.WithLatestFrom {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.guardValues("on")
    let other = try swift.stream()
    guard on != nil || kind == .left else {
      return swift.call(
        "withLatestFrom", other.code, closure: .closure("", [.atom("Value.array([$0, $1])")]))
    }
    let otherName: Text = otherOn == nil ? "on" : "otherOn"
    let keys: [SwiftCode] =
      on == nil
      ? [
        .labeled("key", .atom("{ _ throws(EvaluationError) in 0 }")),
        .labeled("otherKey", .atom("{ _ throws(EvaluationError) in 0 }")),
      ]
      : [
        .labeled("key", try swift.expression("on", "key")),
        .labeled("otherKey", try swift.expression(otherName, "key")),
      ]
    let upstream: [SwiftCode] = [
      .labeled("upstream", swift.chain.element),
      .labeled("other", try swift.guarded(other, otherName)),
    ]
    let arguments = upstream + keys + [.labeled("kind", .atom(".\(joinKind.rawValue)"))]
    swift.start(.call("Publishers.WithLatestFromByKey", arguments))
    swift.call("map", closure: .closure("", [.atom("Value.array([$0, $1 ?? .null])")]))
  }
}

extension Operator.WithLatestFrom {
  func partition(_ step: PartitionStep) {
    step.pair(isLeft: kind == .left)
  }
}
