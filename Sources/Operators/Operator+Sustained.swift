import Checking
import Exporting
import Expressions
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits `[true, value]` once the expression has been true for all values during `seconds`, and
  /// then `[false, value]` once it has been false for all values during `release`. `value` is the
  /// latest one. With `falseWhen`, a value for which neither expression is true counts as the last
  /// one for which one was.
  public static func sustained(
    expression: String, seconds: Seconds, release: Seconds? = nil, falseWhen: String? = nil,
    atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    Operator(
      Sustained(
        expression: expression, seconds: seconds, release: release, falseWhen: falseWhen,
        atEnd: atEnd))
  }

  struct Sustained: ExportedOperator, HoldingOperator {
    var expression = ""
    var seconds = Seconds.zero
    var release: Seconds?
    var falseWhen: String?
    var atEnd: Publishers.PendingAtEnd?

    static let declared: [OperatorParameter<Self>] = [
      .init("expression", \.expression, "A condition on '$0'.", role: .condition),
      .init("seconds", \.seconds, "How long it must be true for every value."),
      .init("release", \.release, "How long it must then be false for every value; 0 by default."),
      .init(
        "falseWhen", \.falseWhen,
        "A condition on '$0' for false; between the two, a value counts as the one before.",
        role: .condition, measured: [#""$0# < 3""#]),
      .atEnd("'drop'"),
    ]

    static let spec = OperatorSpec(
      name: "sustained", category: .timing,
      dependence: .on("the times of other values"),
      end: .heeded,
      summary: "Emits [true, value] once a condition has held for a time, [false, value] "
        + "once it ends.",
      remark: """
        Nothing is emitted at first: '[false, value]' is emitted only after '[true, value]', and \
        each contains the latest value. The times end before everything else at that instant, so a \
        value that arrives exactly then is too late; with 0 seconds, the value itself decides. A \
        change that is pending at the end is dropped, unless 'atEnd' is 'emit'.
        """,
      suggestedFor: [
        "for", "holdFor", "keepFiringFor", "sustain", "sustainedFor", "stableFor", "hysteresis",
        "alert", "alertFor", "persist",
      ],
      parameters: declared.map(\.spec),
      outcomes: [.pass],
      reasons: [
        .dropped: "its condition is false", .replaced: "its condition did not hold for long enough",
      ],
      remedies: [
        .dropped: "its condition would have to be true for it",
        .replaced: "its condition would have to hold for longer",
      ],
      cost: "an array for each change",
      examples: [
        .init(
          source: "-9-1-9-9-8-1-|", parameters: #"{"expression": "$0 > 5", "seconds": 3}"#,
          result: "--------x--y-|", values: ["x": [true, 9], "y": [false, 1]]),
        .init(
          source: "-9-8-1-9-1-1-|",
          parameters: #"{"expression": "$0 > 5", "seconds": 1, "release": 3}"#,
          result: "--x---------y|", values: ["x": [true, 9], "y": [false, 1]]),
        .init(
          source: "-9-5-6-5-2-5-|",
          parameters: #"{"expression": "$0 > 7", "falseWhen": "$0 < 3", "seconds": 4}"#,
          result: "-----x---y---|", values: ["x": [true, 5], "y": [false, 2]]),
        .init(
          source: "-9-1-9-9-|",
          parameters: #"{"expression": "$0 > 5", "seconds": 5, "atEnd": "emit"}"#,
          result: "---------(x|)", values: ["x": [true, 9]]),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.check(
        expression, in: .value(step.upstream.type), as: .condition, at: "expression")
      if let falseWhen {
        try step.check(
          falseWhen, in: .value(step.upstream.type), as: .condition, at: "falseWhen")
      }
      return Emission(
        .list(.joined([.bool, step.upstream.type])), step.upstream.extent.regrouped)
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("expression")
      let falseWhen = falseWhen.map { _ in step.evaluator("falseWhen") }
      var upstream = step.guarded(byCondition: evaluator)
      if let falseWhen { upstream = step.guarded(upstream, byCondition: falseWhen) }
      return step.stage(on: upstream) {
        [seconds = seconds.duration, release = release?.duration ?? .zero, atEnd = atEnd ?? .drop]
        upstream, place in
        upstream.trySustained(
          for: seconds, release: release, scheduler: place.scheduler, atEnd: atEnd,
          where: evaluator.condition(at: place), falseWhen: falseWhen?.condition(at: place)
        )
        .map { .array([.bool($0.isSustained), $0.value]) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Sustained {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.guardValues("expression", .decides)
    try swift.guardValues("falseWhen", .decides)
    swift.call(
      "trySustained", swift.duration("seconds", seconds, as: "for"),
      release.map { swift.duration("release", $0, as: "release") }, swift.scheduler,
      swiftAtEnd,
      .labeled("where", try swift.expression("expression", "condition")),
      try falseWhen.map { _ throws(Diagnostics) in
        .labeled("falseWhen", try swift.expression("falseWhen", "condition"))
      })
    swift.call(
      "map", closure: .closure("", [.atom("Value.array([.bool($0.isSustained), $0.value])")]))
  }
}
