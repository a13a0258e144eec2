import Exporting
import Reactive
import StreamModels
import Values

extension Operator.Aggregate {
  /// Emitted Swift collects lists, and makes the results of them with an expression.
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let expressions = AggregateExpressions(values)
    try swift.guardValues("")
    swift.call("tryMap", try swift.expression("", "value"))
    let results = SwiftCode.call("CEL", [.string(expressions.results)])
    if window.kind.isWhole {
      guard window.bounds != true else {
        throw swift.refusal("'bounds' of one window for all values", hint: "remove it")
      }
      if emit == .each {
        swift.call("scan", .atom("[Value]()"), closure: .closure("", [.atom("$0 + [$1]")]))
      } else {
        swift.call("collect")
      }
      swift.call("map", .atom("Value.array"))
      return swift.call("tryMap", .joined([results, .atom(".value")]))
    }
    try window.writeSwift(to: swift, "aggregate") { name throws(Diagnostics) in
      try condition(name, results, swift)
    }
    let rule = swift.chain.addConstant(results)
    guard window.bounds == true else {
      return swift.call(
        "tryMap",
        closure: .closure(
          "window throws(EvaluationError)",
          [.atom("try \(rule).value(.array(window.values))")]))
    }
    swift.call(
      "tryMap",
      closure: .closure(
        "window throws(EvaluationError) -> Value",
        WindowParameters.bounded(.atom("try \(rule).value(.array(window.values))"))))
  }

  /// Returns a condition on a value and the results so far.
  private func condition(
    _ name: Text, _ results: SwiftCode, _ swift: SwiftStep
  ) throws(Diagnostics) -> SwiftCode {
    let rule = try swift.constant(name)
    let value = swift.chain.addConstant(.call("CEL", [.string("$0[\(values.entries.count)][0]")]))
    let object = swift.chain.addConstant(results)
    return .closure(
      "row, rows throws(EvaluationError)",
      [.atom("try \(rule).condition(\(value).value(row), \(object).value(.array(rows)))")])
  }
}
