import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing

extension Operator {
  /// Drops the first `count` values.
  public static func dropFirst(count: Int = 1) -> Operator {
    precondition(count >= 0, "a negative number of values to drop")
    return Operator(DropFirst(count: count))
  }

  struct DropFirst: ExportedOperator {
    var count = 0

    static let declared: [OperatorParameter<Self>] = [
      .init("count", \.count, "The number of values to drop.")
    ]

    static let spec = OperatorSpec(
      name: "dropFirst", category: .filtering,
      dependence: .on("the number of values before it", emitsReceived: true),
      end: .passed,
      summary: "Drops the first values.",
      otherNames: ["skip", "drop"],
      suggestedFor: ["offset", "skipN"],
      parameters: declared.map(\.spec),
      outcomes: [.pass],
      reasons: [.dropped: "it is one of the first values"],
      remedies: [.dropped: "more values would have to arrive before it"],
      examples: [.init(source: "-1-2-3|", parameters: #"{"count": 2}"#, result: "-----3|")])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.dropping(count))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(
        Transform(remembering: count) { left in
          { (_, _) throws(EvaluationError) in
            guard left.value > 0 else { return true }
            left.value -= 1
            return false
          }
        })
    }
  }
}

extension Operator.DropFirst {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("dropFirst", swift.count("count", count))
  }
}
