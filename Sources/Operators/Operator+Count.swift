import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Emits the number of values when the stream completes.
  public static func count() -> Operator {
    Operator(Count())
  }

  struct Count: ExportedOperator {
    static let declared: [OperatorParameter<Self>] = []

    static let spec = OperatorSpec(
      name: "count", category: .reducing,
      dependence: .on("all values"),
      end: .heeded,
      summary: "Emits the number of values when the stream completes.",
      parameters: declared.map(\.spec),
      summarizes: true,
      examples: [
        .init(
          source: "-4-4-|", parameters: #"{}"#,
          result: "-----(2|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(.int, step.upstream.extent.summedUp(evenIfEmpty: true))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { upstream, _ in
        upstream.count().map { .int(Int64($0)) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Count {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("count")
    swift.call("map", closure: .closure("", [.atom("Value.int(Int64($0))")]))
  }
}
