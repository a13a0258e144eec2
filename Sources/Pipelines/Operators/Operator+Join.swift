import Expressions
public import Reactive
import Tracing
import Values

extension Operator {
  /// Emits an array of each value and each value of another stream that has the same key, the
  /// result of an expression, and arrives close to it. `otherOn` is the same as `on` by default;
  /// without either, all keys are the same. As a left join, values without a partner are emitted
  /// with null.
  public static func join(
    stream: StreamInput, on: String? = nil, otherOn: String? = nil, within: JoinInterval,
    kind: Publishers.JoinKind? = nil
  ) -> Operator {
    precondition(on != nil || otherOn == nil, "a key of the other stream alone")
    return Operator(
      Join(stream: stream, on: on, otherOn: otherOn, within: within, kind: kind?.rawValue))
  }

  struct Join: OperatorDefinition {
    var stream: StreamInput
    var on: String?
    var otherOn: String?
    var within: JoinInterval
    var kind: String?

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
      parameters: [
        ParameterSpec(
          "stream", .stream, "The stream of the partners.", measured: [#""other""#]),
        .on, .otherOn,
        ParameterSpec(
          "within", .interval,
          "How far apart they may be: one time for both directions, or 'before' and "
            + "'after'."
        ),
        .joinKind,
      ],
      forms: [["stream", "within", "kind?"], ["stream", "on", "otherOn?", "within", "kind?"]],
      reasons: [.expired: "no partner arrived in time", .dropped: "no partner was in time"],
      remedies: [
        .expired: "a partner would have to arrive in time",
        .dropped: "a partner would have to arrive in time",
      ],
      cost: "both streams are kept for a while, in tables by key",
      examples: [
        .init(
          source: "1--2-3---|",
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
          result: "--a(b|)", values: ["a": [2, 7], "b": [1, .null]]),
        .init(
          source: "1----2|", parameters: #"{"stream": {"marbles": "--8--9|"}, "within": 2}"#,
          result: "-----a|", values: ["a": [2, 9]]),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let other = context.takeInputs(1)[0]
      let keys = try JoinKeys(on, otherOn, of: upstream, other, in: context)
      let kind = kind.flatMap(Publishers.JoinKind.init) ?? .inner
      let type = WithLatestFrom.type(of: upstream, other, kind)
      let guarded = JoinKeys.guarded(upstream, other, by: keys, in: context)
      let known = context.plan.knownDiagram(at: guarded[0].node)
      let otherKnown = context.plan.knownDiagram(at: guarded[1].node)
      context.outline?.note([known, otherKnown])
      let site = context.dropSite(.unmatched)
      let otherSite = context.dropSite(.unmatchedOther)
      return context.stage(guarded, emitting: type) {
        [before = within.before.duration, after = within.after.duration] inputs, place in
        var join = Publishers.Join(
          upstream: inputs[0], other: inputs[1], before: before, after: after, kind: kind,
          scheduler: place.scheduler, key: JoinKeys.first(of: keys, at: place),
          otherKey: JoinKeys.second(of: keys, at: place))
        join.knownTimes = known?.times(from: place.playing.start)
        join.otherKnownTimes = otherKnown?.times(from: place.playing.start)
        let playing = place.playing
        join.unmatched = .init(
          first: { playing.drop($0, at: $1, site: site) },
          second: { playing.drop($0, at: $1, site: otherSite) })
        return join.map { .array([$0, $1 ?? .null]) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Join {
  init(_ parameters: Parameters) {
    stream = parameters["stream"]
    on = parameters[optional: "on"]
    otherOn = parameters[optional: "otherOn"]
    within = parameters["within"]
    kind = parameters[optional: "kind"]
  }

  var parameters: Parameters {
    [
      "stream": .stream(stream), "on": on.map(ParameterValue.expression),
      "otherOn": otherOn.map(ParameterValue.expression), "within": .interval(within),
      "kind": kind.map(ParameterValue.text),
    ]
  }
}

extension Plan {
  /// Returns the diagram whose values a stream emits, possibly changed or with some dropped; nil if
  /// there is none.
  fileprivate func knownDiagram(at node: Int) -> MarblePlan? {
    var node = node
    while true {
      switch nodes[node] {
      case .transform(let input, _): node = input
      case .stage(let inputs, _, let plan) where plan.tracePoint != nil: node = inputs[0]
      case .marbles(let marbles): return marbles
      default: return nil
      }
    }
  }
}

extension MarblePlan {
  /// Returns the times of all values, and the time of the failure, if there is one.
  fileprivate func times(from start: Instant) -> Publishers.KnownTimes {
    let times = events.compactMap { event -> Int64? in
      if case .finished = event.kind { nil } else { event.time }
    }
    return Publishers.KnownTimes(nanoseconds: times, from: isHot ? start : nil)
  }
}

extension Operator.Join {
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
      .labeled("kind", .atom(".\(kind ?? "inner")")), swift.scheduler,
    ]
    swift.start(.call("Publishers.Join", (arguments + keys).compactMap(\.self)))
    let known = swift.knownDiagrams.map { $0.map(Self.times(of:)) }
    if known.contains(where: { $0 != nil }) {
      swift.call(
        "knowing", known[0] ?? .atom("nil"), .labeled("otherTimes", known[1] ?? .atom("nil")))
    }
    swift.call("map", closure: .closure("", [.atom("Value.array([$0, $1 ?? .null])")]))
  }

  /// Returns the times of a diagram, as an argument.
  private static func times(of diagram: MarblePlan) -> SwiftCode {
    let times = diagram.events.compactMap { event -> SwiftCode? in
      if case .finished = event.kind { nil } else { .duration(max(0, event.time)) }
    }
    let start: [SwiftCode] = diagram.isHot ? [.labeled("from", .atom(".zero"))] : []
    return .call(".init", [.array(times)] + start)
  }
}

extension Operator.Join {
  /// A left join emits values without a partner once the other stream has ended.
  var end: OperatorEnd { kind != Publishers.JoinKind.left.rawValue ? .delayed : .heededAndDelayed }

  func partition(_ step: PartitionStep) {
    let isLeft = kind == Publishers.JoinKind.left.rawValue
    step.pair(isLeft: isLeft, heedingEnd: isLeft)
  }
}
