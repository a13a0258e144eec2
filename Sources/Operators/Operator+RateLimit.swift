import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// The treatment of values that arrive faster than `rateLimit` allows.
  public enum RateOverflow: String, Sendable, CaseIterable {
    /// Values are dropped.
    case drop
    /// Values wait until the first instant at which the limit allows them.
    case delay
  }

  /// Emits at most `count` values in any half-open interval of `seconds`. Others are dropped, or
  /// delayed if `overflow` is `.delay`.
  public static func rateLimit(
    count: Int, seconds: Seconds, overflow: RateOverflow? = nil, dropped: ErrorPolicy? = nil
  ) -> Operator {
    precondition(count > 0, "a rate without values")
    return Operator(
      RateLimit(count: count, seconds: seconds, overflow: overflow, dropped: dropped))
  }

  struct RateLimit: ExportedOperator, DroppingOperator {
    var count = 0
    var seconds = Seconds.zero
    var overflow: RateOverflow?
    var dropped: ErrorPolicy?

    /// The maximum number of waiting values.
    static let maximumWaiting = 1_000_000

    static let declared: [OperatorParameter<Self>] = [
      .init("count", \.count, "The maximum number of values.", isPositive: true),
      .init("seconds", \.seconds, "The length of the period."),
      .init(
        "overflow", \.overflow, "What happens to values that arrive too fast; 'drop' by default."),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "rateLimit", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      end: .delayed,
      summary: "Emits at most a given number of values in any period of a given length.",
      remark: """
        The period is half-open: when a value arrives exactly 'seconds' after another, the earlier \
        one no longer counts. With a count of 1, every emitted value starts a quiet period. \
        Delayed values keep their order, and completion waits for them; a failure does not. More \
        than 1,000,000 delayed values are a failure.
        """,
      suggestedFor: [
        "limitRate", "rateLimiter", "maxRate", "throttleFirst", "cooldown", "quietPeriod",
        "tokenBucket", "leakyBucket", "throttling", "spaceOut", "suppressFor",
      ],
      parameters: declared.map(\.spec),
      outcomes: [.drop("never dropped a value")],
      reasons: [.dropped: "too many values arrived in that period"],
      remedies: [.dropped: "it would have to arrive later, or 'count' would have to be greater"],
      examples: [
        .init(
          source: "123-4--5-|", parameters: #"{"count": 2, "seconds": 3}"#,
          result: "12--4--5-|"),
        .init(
          source: "1-2-3-4-5|", parameters: #"{"count": 1, "seconds": 4}"#,
          result: "1---3---5|"),
        .init(
          source: "123------|", parameters: #"{"count": 1, "seconds": 3, "overflow": "delay"}"#,
          result: "1--2--3--|"),
      ])

    /// Waiting values are not dropped.
    var outcomes: [OperatorOutcome] { delays ? [] : Self.spec.outcomes }

    var rival: Rival { .passed(count) }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.noteDropped(to: dropped)
      if step.lints, delays, dropped != nil {
        step.warn(
          .noEffect, "'dropped' receives nothing, because values that come too fast wait",
          hint: "remove 'dropped', or \"overflow\": \"delay\"", at: step.place(of: "dropped"))
      }
      guard !delays else { return Emission(step.upstream.type, step.upstream.extent.orFailing) }
      step.noteDrops(.suppressed)
      return Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage {
        [
          count, seconds = seconds.duration, delays, site = step.drops.first?.site,
          output = step.droppedOutput
        ] upstream, place in
        let playing = place.playing
        let overflow: Publishers.RateOverflow<StreamFailure> =
          delays
          ? .delay(atMost: Self.maximumWaiting) { playing.attributed(Self.failure) } : .drop
        var limited = upstream.rateLimit(
          count, per: seconds, scheduler: place.scheduler, overflow: overflow)
        let send = place.sender(to: output)
        limited.suppressed = site.map { site in
          {
            playing.drop($0, at: $1, site: site)
            send?($0, $1)
          }
        }
        return limited.eraseToAnyPublisher()
      }
    }

    /// Whether values that arrive too fast wait.
    private var delays: Bool { overflow == .delay }

    private static var failure: StreamFailure {
      StreamFailure("the rate limit: more than \(maximumWaiting) values wait")
    }
  }
}

extension Operator.RateLimit {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let arguments = [
      swift.count("count", count), swift.duration("seconds", seconds, as: "per"), swift.scheduler,
    ]
    guard delays else {
      return swift.call("rateLimit", arguments[0], arguments[1], arguments[2])
    }
    let failure = SwiftCode.call(
      "EvaluationError", [.string("\(Self.failure.message)")])
    let delay = SwiftCode.call(
      ".delay",
      [
        .labeled("atMost", .atom(SwiftCode.grouped(Int64(Self.maximumWaiting)))),
        .labeled("whenFull", .closure("", [failure])),
      ])
    swift.call(
      "rateLimit", arguments[0], arguments[1], arguments[2], .labeled("overflow", delay))
  }
}

extension Operator.RateOverflow: ParameterWord {}
