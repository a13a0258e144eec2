import Checking
import Exporting
import Expressions
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits an array of each value and each value of another stream that has the same key, the
  /// result of an expression, and arrives close to it. `otherOn` is the same as `on` by default;
  /// without either, all keys are the same. As a left join, values without a partner are emitted
  /// with null.
  public static func join(
    stream: StreamInput, on: String? = nil, otherOn: String? = nil, within: JoinInterval,
    kind: Publishers.JoinKind? = nil, instant: Bool? = nil
  ) -> Operator {
    precondition(on != nil || otherOn == nil, "a key of the other stream alone")
    return Operator(
      Join(
        stream: stream, on: on, otherOn: otherOn, within: within, kind: kind, instant: instant))
  }

  struct Join: KeyedJoin {
    var stream = StreamInput("")
    var on: String?
    var otherOn: String?
    var within = JoinInterval()
    var kind: Publishers.JoinKind?
    var instant: Bool?

    static let declared: [OperatorParameter<Self>] = [
      .init("stream", \.stream, "The stream of the partners.", measured: [#""other""#]),
      .on, .otherOn,
      .init(
        "within", \.within,
        "How far apart they may be: one time for both directions, or 'before' and 'after'."),
      .kind,
      .init(
        "instant", \.instant,
        "Whether values of one instant are pairs, whichever comes first; implied by 'forever'."),
    ]

    static let spec = OperatorSpec(
      name: "join", category: .combining,
      end: .delayed,
      summary: "Emits arrays of two values, of this stream and another, that are close in time.",
      remark: """
        A pair is emitted when its later value arrives: the other value is at most 'before' \
        earlier or less than 'after' later; with 0, both arrive at the same instant. With the kind \
        'left', a value without a partner is emitted with null once 'after' has passed, before \
        everything else at that instant, or once the other stream has completed. Only values that \
        can still be paired are kept, and the join completes as soon as no further pair is \
        possible.
        """,
      suggestedFor: [
        "intervalJoin", "innerJoin", "leftJoin", "leftOuterJoin", "joinWithin", "windowJoin",
        "streamJoin", "streamStreamJoin", "correlate",
      ],
      parameters: declared.map(\.spec),
      forms: [
        ["stream", "within", "kind?", "instant?"],
        ["stream", "on", "otherOn?", "within", "kind?", "instant?"],
      ],
      reasons: [.expired: "no partner arrived in time", .dropped: "no partner was in time"],
      remedies: [
        .expired: "a partner would have to arrive in time",
        .dropped: "a partner would have to arrive in time",
      ],
      cost: "both streams are kept for a while, in tables by key",
      examples: [
        .init(
          source: "1--2-3--|",
          parameters: ##"""
            {"stream": {"marbles": "-1-2---3|"}, "on": "$0", "within": {"before": 1, "after": 2}}
            """##,
          result: "-a-b----|", values: ["a": [1, 1], "b": [2, 2]]),
        .init(
          source: "12-|",
          parameters: ##"""
            {"stream": {"marbles": "--7-|"}, "on": "$0", "otherOn": "$0 - 5", \##
            "within": {"after": 3}, "kind": "left"}
            """##,
          result: "--ab|", values: ["a": [2, 7], "b": [1, .null]]),
        .init(
          source: "1----2|", parameters: #"{"stream": {"marbles": "--8--9|"}, "within": 2}"#,
          result: "-----a|", values: ["a": [2, 9]]),
        .init(
          source: "1-2|",
          parameters:
            #"{"stream": {"marbles": "--8|"}, "within": {"before": 1}, "instant": true}"#,
          result: "--a|", values: ["a": [2, 8]]),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let other = step.takeStream()
      try JoinKeys.check(on, otherOn, of: other, in: step)
      step.noteDrops(.unmatched)
      step.noteDrops(.unmatchedOther)
      return Emission(WithLatestFrom.type(of: step.upstream, other, joinKind))
    }

    func build(_ step: PlanStep) -> Int {
      let keys = JoinKeys(on, in: step)
      let (before, after, kind) = (within.before.duration, within.after.duration, joinKind)
      let instant = pairsInstant
      return step.stage(JoinKeys.guarded(step, by: keys)) {
        [sites = step.drops.map(\.site)] inputs, place in
        var join = Publishers.Join(
          upstream: inputs[0], other: inputs[1], before: before, after: after, kind: kind,
          instant: instant, scheduler: place.scheduler, key: JoinKeys.first(of: keys, at: place),
          otherKey: JoinKeys.second(of: keys, at: place))
        let playing = place.playing
        join.unmatched = .init(
          first: { playing.drop($0, at: $1, site: sites[0]) },
          second: { playing.drop($0, at: $1, site: sites[1]) })
        return join.map { .array([$0, $1 ?? .null]) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Join {
  /// Whether values of one instant are pairs, whichever comes first.
  var pairsInstant: Bool { instant ?? [within.before, within.after].contains(.forever) }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let keys: [SwiftCode?] =
      on == nil
      ? [
        .labeled("key", .atom("{ _ throws(EvaluationError) in 0 }")),
        .labeled("otherKey", .atom("{ _ throws(EvaluationError) in 0 }")),
      ]
      : [
        .labeled("key", try swift.expression("on", "key")),
        .labeled("otherKey", try swift.expression(otherOn == nil ? "on" : "otherOn", "key")),
      ]
    try swift.guardValues("on")
    let other = try swift.guarded(swift.stream(), otherOn == nil ? "on" : "otherOn")
    let arguments: [SwiftCode?] = [
      .labeled("upstream", swift.chain.element), .labeled("other", other),
      swift.duration("within", part: "before", within.before, as: "before"),
      swift.duration("within", part: "after", within.after, as: "after"),
      .labeled("kind", .atom(".\(joinKind.rawValue)")),
      pairsInstant ? .labeled("instant", .atom("true")) : nil, swift.scheduler,
    ]
    swift.start(.call("Publishers.Join", (arguments + keys).compactMap(\.self)))
    swift.call("map", closure: .closure("", [.atom("Value.array([$0, $1 ?? .null])")]))
  }
}

extension Operator.Join {
  /// A left join emits values without a partner once the other stream has ended.
  var end: OperatorEnd { kind == .left ? .heededAndDelayed : .delayed }

  func partition(_ step: PartitionStep) {
    let isLeft = kind == .left
    step.pair(isLeft: isLeft, heedingEnd: isLeft)
  }
}
