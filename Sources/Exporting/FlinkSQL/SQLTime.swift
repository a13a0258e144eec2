import Expressions

/// Writes the time of a record as SQL, in whole milliseconds since 1970.
///
/// A time that is more precise, earlier, or in another format makes the job fail.
struct SQLTime {
  private let expressions: SQLExpression

  /// - Parameter record: SQL for the JSON text of a record.
  init(record: String) {
    expressions = SQLExpression([.first: .json(SQLJSON(base: record, name: "$0"))])
  }

  func milliseconds(_ tree: ExpressionTree) throws(SQLRefusal) -> String {
    if case .call("timestamp", nil, let arguments) = tree.form, arguments.count == 1 {
      guard case .json(let json) = try expressions.value(arguments[0]) else {
        throw SQLRefusal(
          "'timestamp' of such a value", "it is not a string of a record",
          hint: "write the time in a field", range: tree.range)
      }
      return Self.milliseconds(json, takesNumbers: false)
    }
    switch try expressions.value(tree) {
    case .json(let json): return Self.milliseconds(json, takesNumbers: true)
    case .typed(.int, let sql):
      return "CASE WHEN \(sql) BETWEEN 0 AND 999999999999 THEN \(sql) * 1000 ELSE "
        + "\(Self.failure("CAST(\(sql) AS STRING)")) END"
    case .typed(.double, let sql):
      let decimal = "CAST(CAST(\(sql) AS STRING) AS DECIMAL(38, 15))"
      return "CASE WHEN \(decimal) BETWEEN 0 AND 999999999999 AND \(decimal) * 1000 = "
        + "FLOOR(\(decimal) * 1000) THEN CAST(\(decimal) * 1000 AS BIGINT) ELSE "
        + "\(Self.failure("CAST(\(sql) AS STRING)")) END"
    default:
      throw SQLRefusal(
        "a time of this form", "a job reads seconds, or an RFC 3339 string",
        hint: "write the time in a field of the record", range: tree.range)
    }
  }

  private static func failure(_ text: String) -> String {
    SQLText.failure(
      "expected a time after 1970, in seconds or as RFC 3339, with at most 3 decimals",
      showing: text, as: .int)
  }

  /// Returns the milliseconds of a field, which is a number of seconds or a string.
  private static func milliseconds(_ json: SQLJSON, takesNumbers: Bool) -> String {
    let sql = json.sql
    let seconds =
      "WHEN REGEXP(\(sql), '\(number)') THEN CAST(CAST(REGEXP_EXTRACT(\(sql), '\(number)', 1) "
      + "AS DECIMAL(38, 3)) * 1000 AS BIGINT) "
    return "CASE \(takesNumbers ? seconds : "")WHEN REGEXP(\(sql), '\(date)') THEN "
      + "UNIX_TIMESTAMP(REGEXP_REPLACE(\(sql), '[.][0-9]+', ''), '\(form)') * 1000 + "
      + "CAST(RPAD(COALESCE(REGEXP_EXTRACT(\(sql), '[.]([0-9]{1,3})', 1), '0'), 3, '0') AS BIGINT) "
      + "ELSE \(failure("COALESCE(\(sql), line)")) END"
  }

  private static let number = #"^\[([0-9]{1,12}(?:[.][0-9]{1,3})?)(?:(?<=[.][0-9]{3})0+)?\]$"#
  /// A pattern for the days of the calendar, because Flink's parser would treat the 30th of
  /// February as a day in March.
  private static let day =
    "(?=19(?:7[1-9]|[89][0-9])|[2-9][0-9]{3})(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-"
    + "(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|"
    + "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
  private static let date =
    #"^\[""# + day + "T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,3}0*)?"
    + #"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"\]$"#
  private static let form = #"["yyyy-MM-dd''T''HH:mm:ssXXX"]"#
}
