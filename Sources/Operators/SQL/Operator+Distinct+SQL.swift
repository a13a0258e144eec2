import Exporting
import StreamModels
import Values

extension Operator.Distinct: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    try sql.requireRowTime()
    let key = try expression == nil ? sql.stream.value : sql.value("expression")
    let title = "distinct\(expression.map { ": \($0)" } ?? "")"
    let names = ["key", "value", "least", "greatest", "number"].map(sql.writer.newColumn)
    let (keyColumn, valueColumn, least, greatest, number) = (
      names[0], names[1], names[2], names[3], names[4]
    )
    let time = sql.mode == .streaming ? "rt" : "ms"
    let partition = (sql.stream.groups + [keyColumn]).joined(separator: ", ")
    let order = "PARTITION BY \(partition) ORDER BY \(time)"
    let value = sql.stream.value.jsonText
    sql.addView(
      title,
      "SELECT *, \(try key.comparableText(for: "distinct")) AS \(keyColumn), \(value) AS \(valueColumn)\nFROM "
        + sql.stream.view)
    // Flink does not know the order of values that arrive at the same time.
    sql.addView(
      "The values up to each time",
      """
      SELECT *, MIN(\(valueColumn)) OVER w AS \(least), MAX(\(valueColumn)) OVER w AS \(greatest)
      FROM \(sql.stream.view)
      WINDOW w AS (\(order) RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      """)
    sql.addView(
      "The number of each value",
      """
      SELECT *, COUNT(*) OVER (\(order) ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS \(number)
      FROM \(sql.stream.view)
      """)
    let decision = SQLDecision(
      [("\(number) > 1", .no), ("\(least) = \(greatest)", .yes)],
      otherwise: .failure(
        "expected one value of 'distinct' with a new key at one time", showing: valueColumn))
    sql.addFilter("The first of each key", decision.sql)
  }
}
