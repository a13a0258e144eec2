import Checking
import Exporting
import Playing
import Reactive
public import StreamModels

extension Operator {
  /// Subscribes again after a failure, up to `count` times or forever, each time after a `delay` in
  /// seconds.
  public static func retry(count: Int? = nil, delay: [Seconds] = []) -> Operator {
    precondition(count.map { $0 >= 0 } ?? true, "a negative count")
    return Operator(Retry(count: count, delay: Durations(delay)))
  }

  struct Retry: ExportedOperator {
    var count: Int?
    var delay: Durations?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "count", \.count, "The number of further attempts; no limit by default.", measured: ["1"]),
      .init(
        "delay", \.delay,
        "The delay before each attempt; the last of a list applies to all later ones."),
    ]

    static let spec = OperatorSpec(
      name: "retry", category: .failing,
      dependence: .on("the failure of the stream", emitsReceived: true),
      summary: "Subscribes again after a failure.",
      suggestedFor: ["retryWhen", "retryBackoff"],
      parameters: declared.map(\.spec),
      outcomes: [.again("never subscribed again")],
      examples: [
        .init(
          source: "-1-#", parameters: #"{"count": 2}"#,
          result: "-1--1--1-#"),
        .init(
          source: "-1-#", parameters: #"{"count": 2, "delay": [1, 2]}"#,
          result: "-1---1----1-#"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.retried(count))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [count, delays = delay?.durations ?? []] upstream, place in
        upstream.retry(
          count, delays: delays, scheduler: place.scheduler, limit: place.repetitionLimit
        ).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Retry {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.repetition("retry", count, delay?.durations ?? [])
  }
}

extension Operator.Retry {
  func partition(_ step: PartitionStep) {
    step.actOnFailures()
  }
}
