import Checking
import Exporting
import Playing
import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Waits for `seconds` after a value arrives, and then emits the latest value.
  public static func audit(seconds: Seconds) -> Operator {
    Operator(Audit(seconds: seconds))
  }

  struct Audit: ExportedOperator {
    var seconds = Seconds.zero

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The time to wait after a value.")
    ]

    static let spec = OperatorSpec(
      name: "audit", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      summary: "Waits for the given time after a value, and then emits the latest one.",
      otherNames: ["auditTime"],
      parameters: declared.map(\.spec),
      outcomes: [.drop("never dropped a value")],
      reasons: [.replaced: "a later value arrived before the time was over"],
      remedies: [.replaced: "it would have to be the last value within the time"],
      examples: [
        .init(
          source: "12-3---4|", parameters: #"{"seconds": 2}"#,
          result: "--2--3---(4|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [seconds] upstream, place in
        upstream.audit(for: seconds.duration, scheduler: place.scheduler).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Audit {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("audit", swift.duration("seconds", seconds, as: "for"), swift.scheduler)
  }
}
