import Exporting
import Patterns
import StreamModels
import Values

/// A pattern is written as `MATCH_RECOGNIZE` if each step takes a fixed number of values and no
/// condition reads the match. Then a match that began earlier is at least as far as one that began
/// later, so that the first to be complete, which counts here, is the one for which SQL waits.
extension Operator.Pattern: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    try sql.requireRowTime()
    let parts = try parts(in: sql)
    let limit = try within.map { seconds throws(SQLRefusal) in
      try sql.milliseconds(seconds, "within")
    }
    requireOneValueAtATime(in: sql)
    let order = sql.writer.newColumn("time")
    var layout = SQLLayout()
    let value = layout.columns(for: sql.stream.value, named: sql.writer.newColumn("part"))
    let columns =
      ["\(sql.mode == .streaming ? "rt" : "TO_TIMESTAMP_LTZ(ms, 3)") AS \(order)"]
      + layout.columns.map { "\($0.sql) AS \($0.name)" }
    sql.addView(
      "The values of pattern",
      "SELECT *, \(columns.joined(separator: ",\n  "))\nFROM \(sql.stream.view)")

    let last = parts[parts.count - 1].variable
    var measures = SQLLayout()
    let result = measures.columns(for: self.result(parts, value))
    let groups = sql.stream.groups.joined(separator: ", ")
    let times = ["\(last).ms AS ms"] + (sql.mode == .streaming ? ["MATCH_ROWTIME() AS rt"] : [])
    let lists = [
      times + measures.columns.map { "\($0.sql) AS \($0.name)" },
      parts.flatMap(\.definitions),
    ].map { $0.joined(separator: ",\n    ") }
    let interval = limit.map { " WITHIN \(SQLText.interval($0))" } ?? ""
    sql.addView(
      "pattern",
      """
      SELECT *
      FROM \(sql.stream.view)
      MATCH_RECOGNIZE (
        \(groups.isEmpty ? "" : "PARTITION BY \(groups)\n  ")ORDER BY \(order)
        MEASURES
          \(lists[0])
        ONE ROW PER MATCH
        AFTER MATCH SKIP \(skip(last))
        PATTERN (\(parts.map(\.text).joined(separator: " ")))\(interval)
        DEFINE
          \(lists[1])
      )
      """)
    sql.stream.value = result
    (sql.stream.keys, sql.stream.kept) = ([], nil)
  }

  /// Lets the job fail where Flink does not know which of two values comes first.
  private func requireOneValueAtATime(in sql: SQLStep) {
    let before = sql.writer.newColumn("before")
    let groups = sql.stream.groups
    let partition = groups.isEmpty ? "" : "PARTITION BY \(groups.joined(separator: ", ")) "
    sql.addView(
      "The time of the value before each",
      """
      SELECT *, LAG(ms) OVER (\(partition)ORDER BY \(sql.mode == .streaming ? "rt" : "ms")) AS \(before)
      FROM \(sql.stream.view)
      """)
    let decision = SQLDecision(
      [
        ("\(before) IS NULL", .yes),
        (
          "\(before) = ms",
          .failure("expected one value of 'pattern' at one time", showing: "CAST(ms AS STRING)")
        ),
      ], otherwise: .yes)
    sql.addFilter("Each of them at a different time", decision.sql)
  }

  private func skip(_ last: String) -> String {
    switch next ?? .afterLast {
    case .afterLast, .afterEnd: "PAST LAST ROW"
    case .atLast: "TO LAST \(last)"
    case .afterFirst: "TO NEXT ROW"
    }
  }

  /// The object of a match, in terms of the rows that the steps have taken.
  private func result(_ parts: [SQLPatternPart], _ value: SQLValue) -> SQLValue {
    var members: [(key: Text, value: SQLValue)] = []
    for (index, step) in steps.enumerated() {
      guard let name = step.name else { continue }
      let values = parts.filter { $0.step == index }.map { value.qualified(by: $0.variable) }
      members.append((Text(name), step.isList ? .list(values) : values[0]))
    }
    guard bounds == true else { return .object(members) }
    func time(_ part: SQLPatternPart) -> SQLValue {
      .typed(.double, "(CAST(\(part.variable).ms AS DOUBLE) / CAST(1000 AS DOUBLE))")
    }
    let bounds: [(key: Text, value: SQLValue)] = [
      ("start", time(parts[0])), ("end", time(parts[parts.count - 1])),
    ]
    return .object(bounds + [("values", .object(members))])
  }
}

/// One value of a match as a variable of `MATCH_RECOGNIZE`, and those that it passes over.
private struct SQLPatternPart {
  let step: Int
  let number: Int
  let condition: String
  /// The condition for a value that ends the match; nil if none does.
  let guardCondition: String?
  let passesOver: Bool

  var variable: String { "P\(number)" }
  var text: String { passesOver ? "X\(number)*? \(variable)" : variable }

  var definitions: [String] {
    let rest = guardCondition.map { "NOT (\($0)) AND " } ?? ""
    let skipped = passesOver ? ["X\(number) AS \(rest)NOT (\(condition))"] : []
    return skipped + ["\(variable) AS \(rest)(\(condition))"]
  }
}

extension Operator.Pattern {
  private static let partLimit = 100

  private func parts(in sql: SQLStep) throws(SQLRefusal) -> [SQLPatternPart] {
    if next == .afterEnd {
      throw refusal("'afterEnd'", "SQL has no match that keeps others from beginning")
    }
    var parts: [SQLPatternPart] = []
    var guardCondition: String?
    for (index, step) in steps.enumerated() {
      let condition =
        try step.condition == nil && step.not == nil
        ? "TRUE" : sql.condition(Self.key(of: index))
      if step.not != nil {
        guard step.seconds == nil, index < steps.count - 1 else {
          throw refusal("a wait", "a query has no timers")
        }
        guardCondition = condition
        continue
      }
      let count = try count(of: index)
      guard count <= Self.partLimit - parts.count else {
        throw refusal("more than \(Self.partLimit) values", "each is a variable in SQL")
      }
      for _ in 0..<count {
        parts.append(
          SQLPatternPart(
            step: index, number: parts.count + 1, condition: condition,
            guardCondition: parts.isEmpty ? nil : guardCondition,
            passesOver: !parts.isEmpty && !(step.contiguous ?? contiguous ?? false)))
      }
      guardCondition = nil
    }
    if next == .atLast, parts.count == 1 {
      throw refusal("'atLast' of one value", "SQL refuses to begin where a match began")
    }
    return parts
  }

  /// Returns the number of values that a step takes.
  private func count(of index: Int) throws(SQLRefusal) -> Int {
    let step = steps[index]
    if step.isOptional || step.isGreedy {
      throw refusal("'\(step.isOptional ? "optional" : "greedy")'", "SQL may choose other values")
    }
    // At the end, more than the minimum has no effect; in front of a step that may come later, more
    // values change nothing if they are not kept.
    let following = steps[(index + 1)...].first(where: \.takes)
    let isLoose = step.name == nil && !(following?.contiguous ?? contiguous ?? false)
    guard step.maximum == step.minimum || following == nil || isLoose else {
      throw refusal("a list of any length", "SQL has no list of the rows of a variable")
    }
    return step.minimum
  }

  private func refusal(_ what: String, _ reason: String) -> SQLRefusal {
    SQLRefusal("\(what) in 'pattern'", reason, hint: SQLExpression.split)
  }
}
