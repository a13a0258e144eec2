import Checking
import Exporting
import Playing
import Reactive
public import StreamModels

extension Operator {
  /// Fails with "timeout" if no value arrives for `seconds`.
  public static func timeout(seconds: Seconds) -> Operator {
    Operator(Timeout(seconds: seconds))
  }

  struct Timeout: ExportedOperator {
    var seconds = Seconds.zero

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "seconds", \.seconds, "The time to wait for the first value, and for each one after it.",
        measured: ["100"])
    ]

    static let spec = OperatorSpec(
      name: "timeout", category: .timing,
      dependence: .on("the times of other values", emitsReceived: true),
      end: .heeded,
      summary: "Fails with 'timeout' if no value arrives for the given time.",
      parameters: declared.map(\.spec),
      outcomes: [.fail("never expired")],
      examples: [
        .init(
          source: "-1-2-----3|", parameters: #"{"seconds": 3}"#,
          result: "-1-2--#", error: "timeout")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.orFailing)
    }

    func build(_ step: PlanStep) -> Int {
      let failure = StreamFailure(
        "timeout", FailureCause("no value has arrived for \(seconds.text) s", at: step.place))
      return step.stage { [seconds] upstream, place in
        upstream.timeout(
          seconds.duration, scheduler: place.scheduler, customError: { failure }
        ).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Timeout {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call(
      "timeout", swift.duration("seconds", seconds), swift.scheduler,
      .labeled("customError", .closure("", [.atom("EvaluationError(\"timeout\")")])))
  }
}
