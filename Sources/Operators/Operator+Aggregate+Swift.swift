import Exporting
import Reactive
import StreamModels
import Values

extension Operator.Aggregate {
  /// Emitted Swift collects lists, and makes the results of them with an expression.
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try writeRows(to: swift)
    let results = SwiftCode.call(
      "CEL", [.string(AggregateExpressions.results(of: values.entries))])
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

  /// Turns each value into a row: a list for each function, and one with the value itself.
  private func writeRows(to swift: SwiftStep) throws(Diagnostics) {
    var lists: [String] = []
    for entry in values.entries { lists.append(try list(of: entry, in: swift)) }
    let row = ["["] + (lists + ["[value]"]).map { "  \($0)," } + ["]"]
    guard swift.isTolerant else {
      return swift.call(
        "tryMap",
        closure: .closure(
          "value throws(EvaluationError) -> Value", row.map { .atom($0) }))
    }
    let report = swift.reportingClosure.map { "  \(swift.chain.addConstant($0))(value, error)" }
    let body =
      ["do throws(EvaluationError) {", "  return ["] + row.dropFirst().map { "  \($0)" }
      + ["} catch {"] + (report.map { [$0] } ?? []) + ["  return nil", "}"]
    swift.call(
      "compactMap", closure: .closure("value -> Value?", body.map { .atom($0) }))
  }

  /// Returns the code of the list of a function for a value.
  private func list(
    of entry: NamedObjects<AggregateFunction>.Entry, in swift: SwiftStep
  ) throws(Diagnostics) -> String {
    let function = entry.value
    let kind = function.written[0].kind
    func result(_ member: Text, _ text: String?) throws(Diagnostics) -> String {
      text == nil
        ? "value" : "try \(try swift.constant(Self.key(entry.name, member))).value(value)"
    }
    let first =
      kind == .count
      ? "true"
      : kind == .top
        ? try result("by", function.by)
        : try result(Text(kind.rawValue), function.written[0].expression)
    let kept = kind.keepsOther ? ", \(try result("of", function.of))" : ""
    guard function.condition != nil else { return "[\(first)\(kept)]" }
    let condition = try swift.constant(Self.key(entry.name, "where"))
    return "try \(condition).condition(value) ? [\(first)\(kept)] : []"
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
