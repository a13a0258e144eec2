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
    let drops: SwiftCode? = atEnd == .drop ? .labeled("atEnd", .atom(".drop")) : nil
    if isWhole {
      guard bounds != true else {
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
    if let seconds {
      let limit = Operator.Collect.emptyLimit(of: "aggregate")
      swift.call(
        "collectAligned", swift.duration("seconds", seconds, as: "length"),
        swift.duration(every == nil ? "seconds" : "every", every ?? seconds, as: "every"),
        swift.scheduler, drops,
        empty == true
          ? .labeled(
            "empty",
            .call(
              "",
              [
                .labeled("limit", .atom(SwiftCode.grouped(Int64(limit.limit)))),
                .labeled("failure", .call("EvaluationError", [.string(limit.failure.message)])),
              ])) : nil)
    } else {
      let limits: [SwiftCode?] = [
        gap.map { swift.duration("gap", $0, as: "gap") },
        maximum.map { swift.duration("maximum", $0, as: "maximum") },
        count.map { .labeled("count", swift.count("count", $0)) },
        try condition("startsWhen", startsWhen, results, swift),
        try condition("endsWhen", endsWhen, results, swift),
        swift.ignoringClosure.map { .labeled("ignores", $0) },
      ]
      swift.call(
        "collectWindows", .call(".init", limits.compactMap(\.self)), swift.scheduler, drops)
    }
    let rule = swift.chain.addConstant(results)
    guard bounds == true else {
      return swift.call(
        "tryMap",
        closure: .closure(
          "window throws(EvaluationError) in",
          [.atom("try \(rule).value(.array(window.values))")]))
    }
    swift.call(
      "tryMap",
      closure: .closure(
        "window throws(EvaluationError) -> Value",
        [
          .atom("["), .atom("  \"start\": .seconds(Instant.zero.duration(to: window.start)),"),
          .atom("  \"end\": .seconds(Instant.zero.duration(to: window.end)),"),
          .atom("  \"closedBy\": .string(Text(window.closing.rawValue)),"),
          .atom("  \"values\": try \(rule).value(.array(window.values)),"), .atom("]"),
        ]))
  }

  /// Returns a condition on a value and the results so far.
  private func condition(
    _ name: Text, _ text: String?, _ results: SwiftCode, _ swift: SwiftStep
  ) throws(Diagnostics) -> SwiftCode? {
    guard text != nil else { return nil }
    let rule = try swift.constant(name)
    let (value, object) = (
      swift.chain.addConstant(.call("CEL", [.string("$0[\(values.entries.count)][0]")])),
      swift.chain.addConstant(results)
    )
    return .labeled(
      name.string,
      .closure(
        "row, rows throws(EvaluationError)",
        [
          .atom("try \(rule).condition(\(value).value(row), \(object).value(.array(rows)))")
        ]))
  }
}
