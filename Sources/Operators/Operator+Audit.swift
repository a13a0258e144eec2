import Checking
import Exporting
import Playing
public import Reactive
public import StreamModels
import Tracing

extension Operator {
  /// Waits for `seconds` after a value arrives, and then emits the latest value.
  public static func audit(seconds: Seconds, atEnd: Publishers.PendingAtEnd? = nil) -> Operator {
    Operator(Audit(seconds: seconds, atEnd: atEnd))
  }

  struct Audit: ExportedOperator, HoldingOperator {
    var seconds = Seconds.zero
    var atEnd: Publishers.PendingAtEnd?

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The time to wait after a value."),
      .atEnd("emitted at its time"),
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
          result: "--2--3---(4|)"),
        .init(
          source: "12-3---4|", parameters: #"{"seconds": 2, "atEnd": "emit"}"#,
          result: "--2--3--(4|)"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.filtered(isSafe: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [seconds, atEnd] upstream, place in
        upstream.audit(for: seconds.duration, scheduler: place.scheduler, atEnd: atEnd)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Audit {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("audit", swift.duration("seconds", seconds, as: "for"), swift.scheduler, swiftAtEnd)
  }
}
