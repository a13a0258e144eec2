import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Emits, in place of each value, the seconds since the previous one as a double; for the first,
  /// the seconds since the subscription.
  public static func measureInterval() -> Operator {
    Operator(MeasureInterval())
  }

  struct MeasureInterval: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "measureInterval", category: .timing,
      dependence: .on("the time of the value before it"),
      end: .passed,
      summary: "Emits the seconds since the previous value in place of each value.",
      otherNames: ["timeInterval"],
      suggestedFor: ["gaps"],
      parameters: declared.map(\.spec),
      memory: .received,
      examples: [
        .init(
          source: "-1--2-3|", parameters: #"{}"#,
          result: "-a--b-c|", values: ["a": 1.0, "b": 3.0, "c": 2.0])
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(.double, step.upstream.extent.replaced)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { upstream, place in
        upstream.measureInterval(using: place.scheduler)
          .map { .double(Frame(nanoseconds: $0.wholeNanoseconds).seconds) }
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.MeasureInterval {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("measureInterval", .labeled("using", .atom("scheduler")))
    swift.call("map", .atom("Value.seconds"))
  }
}
