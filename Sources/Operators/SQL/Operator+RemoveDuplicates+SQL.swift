import Exporting
import StreamModels

extension Operator.RemoveDuplicates: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    try sql.requireRowTime()
    if expression != nil {
      throw SQLRefusal(
        "'expression' in 'removeDuplicates'",
        "it compares with the last value that was kept, which a query cannot read",
        hint: "use 'map' to keep only the compared value, and remove 'expression'")
    }
    let names = ["value", "before", "time"].map(sql.writer.newColumn)
    let (column, before, timeBefore) = (names[0], names[1], names[2])
    let time = sql.mode == .streaming ? "rt" : "ms"
    let partition =
      sql.stream.groups.isEmpty ? "" : "PARTITION BY \(sql.stream.groups.joined(separator: ", ")) "
    let text = try sql.stream.value.comparableText(for: "removeDuplicates")
    sql.addView("removeDuplicates", "SELECT *, \(text) AS \(column)\nFROM \(sql.stream.view)")
    sql.addView(
      "The value before each",
      """
      SELECT *, LAG(\(column)) OVER w AS \(before), LAG(ms) OVER w AS \(timeBefore)
      FROM \(sql.stream.view)
      WINDOW w AS (\(partition)ORDER BY \(time))
      """)
    // Flink does not know the order of values that arrive at the same time.
    let decision = SQLDecision(
      [
        ("\(before) IS NULL", .yes), ("\(before) = \(column)", .no),
        (
          "\(timeBefore) = ms",
          .failure("expected one value of 'removeDuplicates' at one time", showing: column)
        ),
      ], otherwise: .yes)
    sql.addFilter("Those that differ from it", decision.sql)
  }
}

extension SQLValue {
  /// Returns SQL for a string that is the same for two values exactly if they are equal.
  func comparableText(for name: String) throws(SQLRefusal) -> String {
    func refusal() -> SQLRefusal {
      SQLRefusal(
        "'\(name)' of doubles, lists or whole records",
        "1 equals 1.0, but SQL would treat them as different",
        hint: "use 'map' before it, to strings, ints, bools or an object of them")
    }
    switch self {
    case .typed(.double, _), .collected: throw refusal()
    case .typed, .null: return jsonText
    case .json(let json):
      if json.path.isEmpty, json.name == "$0" { throw refusal() }
      return json.comparable
    case .list(let elements):
      var texts: [String] = []
      for element in elements { texts += ["','", try element.comparableText(for: name)] }
      return SQLText.concatenation(texts.isEmpty ? ["''"] : texts)
    case .object(let members):
      var texts: [String] = []
      for member in members { texts += ["','", try member.value.comparableText(for: name)] }
      return SQLText.concatenation(texts.isEmpty ? ["''"] : texts)
    }
  }
}
