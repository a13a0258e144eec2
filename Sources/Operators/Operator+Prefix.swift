import Checking
import Exporting
import Playing
import Reactive
public import StreamModels

extension Operator {
  /// Emits the first `count` values, and completes with the last of them.
  public static func prefix(count: Int) -> Operator {
    precondition(count >= 0, "a negative count")
    return Operator(Prefix(count: count))
  }

  struct Prefix: ExportedOperator {
    var count = 0

    static let declared: [OperatorParameter<Self>] = [
      .init("count", \.count, "The number of values to emit.", measured: ["1000000000"])
    ]

    static let spec = OperatorSpec(
      name: "prefix", category: .filtering,
      dependence: .on("the number of values before it", emitsReceived: true),
      end: .passed,
      summary: "Emits the first values, and completes with the last of them.",
      otherNames: ["take"],
      suggestedFor: ["limit", "head", "firstN", "takeN"],
      parameters: declared.map(\.spec),
      outcomes: [.end],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"count": 2}"#,
          result: "-1-(2|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type, step.upstream.extent.limited(to: count))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [count] upstream, _ in upstream.prefix(count).eraseToAnyPublisher() }
    }
  }
}

extension Operator.Prefix {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("prefix", swift.count("count", count))
  }
}
