import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits every value, and the latest one again each time `seconds` have passed without another.
  /// With `while`, that ends with a value for which the condition is false.
  public static func remind(seconds: Seconds, while condition: String? = nil) -> Operator {
    precondition(seconds != .zero, "a reminder without a time")
    return Operator(Remind(seconds: seconds, condition: condition))
  }

  struct Remind: ExportedOperator {
    var seconds = Seconds.zero
    var condition: String?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "seconds", \.seconds, "The time without another value.", isPositive: true),
      .init(
        "while", \.condition,
        "A condition on '$0', the latest value; it is emitted again only if it is true.",
        role: .condition, measured: [#""$0# > 3""#]),
    ]

    static let spec = OperatorSpec(
      name: "remind", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      end: .heeded,
      summary: "Emits every value, and the latest one again while no other arrives.",
      remark: """
        The condition is evaluated once for each value, when it arrives. A value that arrives at \
        the instant of a reminder comes after it if it was scheduled later, and each value begins \
        the time anew. Reminders end with the upstream, and alone keep no playback going.
        """,
      suggestedFor: [
        "repeatLatest", "repeatInterval", "renotify", "nag", "keepAlive", "heartbeat", "resend",
      ],
      parameters: declared.map(\.spec),
      examples: [
        .init(
          source: "1--2-------|", parameters: #"{"seconds": 2}"#, result: "1-12-2-2-2-|"),
        .init(
          source: "-5----1----|", parameters: #"{"seconds": 2, "while": "$0 > 3"}"#,
          result: "-5-5-51----|"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      var extent = step.upstream.extent
      if let condition {
        try step.check(
          condition, in: .value(step.upstream.type), as: .condition, at: "while")
        extent = extent.mapped(skipping: step.isTolerant)
      }
      if !extent.isEmpty { extent.most = nil }
      return Emission(step.upstream.type, extent)
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = condition.map { _ in step.evaluator("while") }
      let upstream = evaluator.map { step.guarded(byCondition: $0) } ?? step.upstream
      return step.stage(on: upstream) { [seconds = seconds.nanoseconds] upstream, place in
        Reminded(
          upstream: upstream, scheduler: place.scheduler,
          rule: RemindRule(nanoseconds: seconds, condition: evaluator?.condition(at: place))
        ).eraseToAnyPublisher()
      }
    }
  }
}

/// The publisher of `remind`.
private struct Reminded: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let scheduler: any Scheduler
  let rule: RemindRule<Value, StreamFailure>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == StreamFailure {
    upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
  }
}

extension Operator.Remind {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    throw swift.refusal("'remind'", hint: "repeat the value with a timer in Swift")
  }
}
