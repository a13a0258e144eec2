import Checking
import Exporting
import Expressions
public import Joins
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// The values without a partner that a join emits.
  public enum JoinKind: String, ParameterWord, Hashable, Sendable {
    /// None: they are dropped.
    case inner
    /// Those of the stream, with null.
    case left
    /// Those of both streams, with null.
    case full
  }

  /// Emits an array of each value and each value of another stream that has the same key, the
  /// result of an expression, and arrives close to it. `otherOn` is the same as `on` by default;
  /// without either, all keys are the same. A value can be paired until the time that `expires`, or
  /// `otherExpires`, returns for it. As a left join, values without a partner are emitted with null,
  /// as a full join those of the other stream, too.
  public static func join(
    stream: StreamInput, on: String? = nil, otherOn: String? = nil, within: JoinInterval,
    expires: String? = nil, otherExpires: String? = nil,
    matches: Publishers.JoinMatches? = nil, kind: JoinKind? = nil, instant: Bool? = nil
  ) -> Operator {
    precondition(on != nil || otherOn == nil, "a key of the other stream alone")
    return Operator(
      Join(
        stream: stream, on: on, otherOn: otherOn, within: within, expires: expires,
        otherExpires: otherExpires, matches: matches, kind: kind, instant: instant))
  }

  struct Join: KeyedJoin {
    var stream = StreamInput("")
    var on: String?
    var otherOn: String?
    var within = JoinInterval()
    var expires: String?
    var otherExpires: String?
    var matches: Publishers.JoinMatches?
    var kind: JoinKind?
    var instant: Bool?

    static let declared: [OperatorParameter<Self>] = [
      .init("stream", \.stream, "The stream of the partners.", measured: [#""other""#]),
      .on, .otherOn,
      .init(
        "within", \.within,
        "How far apart they may be: one time for both directions, or 'before' and 'after'."),
      .init(
        "expires", \.expires,
        "The time until which '$0' waits for partners, read like the 'time' of an input.",
        role: .result, measured: [#""$time + 5.0""#]),
      .init(
        "otherExpires", \.otherExpires,
        "The time until which a value '$0' of the other stream waits.", role: .result,
        measured: [#""$time + 5.0""#]),
      .init(
        "matches", \.matches,
        "Whether a value takes every partner ('all', the default) or the 'first' one."),
      .init(
        "kind", \.kind,
        "Values without a partner: dropped ('inner'), with null ('left'), on both sides ('full')."
      ),
      .init(
        "instant", \.instant,
        "Whether values of one instant are pairs, whichever comes first; 'forever' implies it."),
    ]

    static let spec = OperatorSpec(
      name: "join", category: .combining,
      end: .delayed,
      summary: "Emits arrays of two values, of this stream and another, that are close in time.",
      remark: """
        A pair is emitted when its later value arrives: the other value is at most 'before' \
        earlier or less than 'after' later; with 0, both arrive at the same instant. With the kind \
        'left', a value without a partner is emitted with null once 'after' has passed, before \
        everything else at that instant, or once the other stream has completed; with 'full', so \
        is one of the other stream, with null before it. A value that expires is not paired from \
        that time; null means never. Only values that can still be paired are kept, and the join \
        completes as soon as no further pair is possible.
        """,
      suggestedFor: [
        "intervalJoin", "innerJoin", "leftJoin", "leftOuterJoin", "joinWithin", "windowJoin",
        "streamJoin", "streamStreamJoin", "correlate", "fullJoin", "fullOuterJoin", "outerJoin",
      ],
      parameters: declared.map(\.spec),
      forms: [
        ["stream", "within"] + options, ["stream", "on", "otherOn?", "within"] + options,
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
        .init(
          source: "3-5-|",
          parameters:
            ##"""
            {"stream": {"marbles": "-8-9|"}, "within": "forever", "expires": "$0", \##
            "otherExpires": "$0"}
            """##,
          result: "-abc|", values: ["a": [3, 8], "b": [5, 8], "c": [5, 9]]),
        .init(
          source: "1-2-|",
          parameters: ##"""
            {"stream": {"marbles": "-8-9|"}, "within": {"before": 1, "after": 2}, \##
            "matches": "first"}
            """##,
          result: "-ab-|", values: ["a": [1, 8], "b": [2, 8]]),
        .init(
          source: "1-2---|",
          parameters: ##"""
            {"stream": {"marbles": "-1--3-|"}, "on": "$0", "within": {"before": 1, "after": 2}, \##
            "kind": "full"}
            """##,
          result: "-a--bc|", values: ["a": [1, 1], "b": [2, .null], "c": [.null, 3]]),
      ])

    private static let options = ["expires?", "otherExpires?", "matches?", "kind?", "instant?"]

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let other = step.takeStream()
      try JoinKeys.check(on, otherOn, of: other, in: step)
      if let expires { try step.check(expires, in: .value(step.upstream.type), at: "expires") }
      if let otherExpires {
        try step.check(otherExpires, in: .value(other.type), at: "otherExpires")
      }
      if instant == false, let word = wordThatPairsInstant {
        throw Diagnostics([
          Diagnostic(
            .invalidValue, "'instant' is false, and \(word) pairs the values of one instant",
            hint: "remove 'instant'", at: step.place(of: "instant"))
        ])
      }
      warnOfKeptValues(step, other)
      step.noteDrops(.unmatched)
      step.noteDrops(.unmatchedOther)
      return Emission(JoinKeys.type(of: step.upstream, other, hasNull: emitsAlone))
    }

    func build(_ step: PlanStep) -> Int {
      let keys = JoinKeys(on, in: step)
      let expires = expires.map { ValueTime("expires", $0, in: step) }
      let otherExpires = otherExpires.map { ValueTime("otherExpires", $0, in: step) }
      let plan = JoinPlan(
        before: within.before.duration, after: within.after.duration, emitsFirst: emitsAlone,
        emitsSecond: kind == .full, matches: matches ?? .all, instant: pairsInstant)
      return step.stage([step.upstream, step.streams[0]]) {
        [sites = step.drops.map(\.site), tolerance = step.tolerance, site = step.place]
        inputs, place in
        var closures = JoinClosures(
          key: JoinKeys.first(of: keys, at: place), otherKey: JoinKeys.second(of: keys, at: place))
        closures.expires = expires?.reader(at: place)
        closures.otherExpires = otherExpires?.reader(at: place)
        closures.limit = (Self.limit, { place.failure(Self.limitMessage, at: site) })
        let playing = place.playing
        closures.unmatched = { playing.drop($0, at: $1, site: sites[0]) }
        closures.unmatchedOther = { playing.drop($0, at: $1, site: sites[1]) }
        if let tolerance {
          closures.ignores = { playing.drop($0, $1, tolerance) }
          closures.ignoresOther = { playing.drop($0, $1, tolerance) }
        }
        return Publishers.JoinedSides(
          inputs[0], inputs[1], plan: plan, closures: closures, scheduler: place.scheduler
        ).map { .array([$0 ?? .null, $1 ?? .null]) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Join {
  /// The maximum number of values that a join keeps.
  private static let limit = 10_000_000
  private static let limitMessage =
    "'join' keeps more than \(limit) values, which is the limit; shorten 'within', write 'expires', "
    + "or join in 'groupBy'"

  /// Warns of a stream without an end whose values are kept until the other one ends.
  private func warnOfKeptValues(_ step: CheckStep, _ other: Upstream) {
    guard step.lints else { return }
    let sides = [
      (
        within.after == .forever && expires == nil && step.upstream.extent.most == nil,
        "the stream so far", "expires"
      ),
      (
        within.before == .forever && otherExpires == nil && other.extent.most == nil,
        "the other stream", "otherExpires"
      ),
    ]
    for (isKept, name, word) in sides where isKept {
      step.warn(
        .keptValues, "every value of \(name) is kept for as long as the join plays",
        hint: "write '\(word)' if a value says when it is over, or a time in 'within'",
        at: step.place(of: "within"))
    }
  }

  /// Whether values of one instant are pairs, whichever comes first.
  var pairsInstant: Bool { instant ?? (wordThatPairsInstant != nil || isEndless) }

  private var isEndless: Bool { [within.before, within.after].contains(.forever) }

  /// Whether values without a partner are emitted.
  private var emitsAlone: Bool { kind == .left || kind == .full }

  /// The parameter without whose word values of one instant might not be pairs.
  private var wordThatPairsInstant: String? {
    if kind == .full { return "the kind 'full'" }
    if matches == .first { return "'matches'" }
    return expires != nil || otherExpires != nil ? "'expires'" : nil
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expires == nil, otherExpires == nil else {
      throw swift.refusal("a join of values that expire", hint: "use 'within'")
    }
    swift.importModule("Joins")
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
      kind == .full ? nil : .labeled("kind", .atom(".\((kind ?? .inner).rawValue)")),
      matches == .first ? .labeled("matches", .atom(".first")) : nil,
      kind != .full && pairsInstant ? .labeled("instant", .atom("true")) : nil, swift.scheduler,
    ]
    let name = kind == .full ? "Publishers.FullJoin" : "Publishers.Join"
    swift.start(.call(name, (arguments + keys).compactMap(\.self)))
    let first = kind == .full ? "$0 ?? .null" : "$0"
    swift.call("map", closure: .closure("", [.atom("Value.array([\(first), $1 ?? .null])")]))
  }
}

extension Operator.Join {
  /// Values without a partner are emitted once the other stream has ended.
  var end: OperatorEnd { emitsAlone ? .heededAndDelayed : .delayed }

  func partition(_ step: PartitionStep) {
    step.pair(isLeft: emitsAlone, isFull: kind == .full, heedingEnd: emitsAlone)
  }
}

extension Publishers.JoinMatches: ParameterWord {}
