import Expressions
import Values

/// An input of the document as a table of lines, and its records as a view.
package struct FlinkInput {
  /// The name of the input in the document.
  package let name: String
  /// The name of its table.
  package let table: String
  /// The paths that the document states.
  package let paths: [String]
  /// The SQL of the time of a record, in milliseconds since 1970.
  private let time: String
  /// The time for which records are put in order, in milliseconds.
  private let slack: Int64
  private let fields = SQLFields()

  /// The line of a record as a list of JSON: it also shows what stands behind the record.
  private static let document = "CONCAT('[', line, ']')"
  private static let isBlank = #"REGEXP(line, '^[ \t\r]*$')"#

  init(
    _ input: InputSource, named table: String, _ writer: SQLWriter, at place: ExpressionPlace
  ) throws(SQLRefusal) {
    name = input.name
    self.table = table
    paths = input.paths
    if let records = input.records, records != .ndjson {
      throw SQLRefusal(
        "'records' other than \"ndjson\"", "the job reads lines of JSON",
        hint: "convert the records to lines of JSON")
    }
    guard let text = input.time else {
      throw SQLRefusal(
        "an input without 'time'", "the order of lines, which would be their time, is not kept",
        hint: "add 'time'")
    }
    guard input.origin == .epoch else {
      throw SQLRefusal(
        "times that count from the first record", "no job knows it before it has read all",
        hint: "add \"origin\": \"epoch\"")
    }
    if input.late?.treatment != nil {
      throw SQLRefusal(
        "'late' that drops or moves records",
        "which ones are late depends on the order of lines, which is not kept",
        hint: "write \"late\": { \"reorder\": … }, so that such a record is a failure")
    }
    let reorder = input.late?.reorder ?? .zero
    let (milliseconds, rest) = reorder.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest == 0, milliseconds < 99 * 86_400_000 else {
      throw SQLRefusal(
        "'reorder' of this length", "Flink counts in milliseconds, up to 99 days",
        hint: "round it to milliseconds")
    }
    slack = milliseconds
    time = try Self.time(text)
  }

  private static func time(_ text: String) throws(SQLRefusal) -> String {
    var refusal = SQLRefusal(
      "this 'time'", "it is too long to be repeated", hint: "use a field of the record")
    do {
      let checked = try CheckedExpression(text, in: .value(.dyn))
      if let tree = checked.expressionTree {
        return try SQLTime(record: document).milliseconds(tree)
      }
    } catch let error as SQLRefusal {
      refusal = error
    } catch {
      // The document has been checked: the expression of its text has no mistake.
    }
    refusal.parameter = "time"
    throw refusal
  }

  /// The records.
  var stream: SQLStream {
    SQLStream(
      view: view, value: .json(SQLJSON(base: "v", name: "$0", fields: fields)), inputs: [view])
  }

  private var view: String { "\(table)_records" }

  // MARK: - Statements

  /// The statements that make the table and the view.
  func statements(_ mode: FlinkMode) -> [String] {
    let time = "CASE WHEN \(Self.isBlank) THEN CAST(0 AS BIGINT) ELSE \(time) END"
    var columns = ["  line STRING", "  ms AS \(time)"]
    if mode == .streaming {
      columns.append("  rt AS TO_TIMESTAMP_LTZ(\(time), 3)")
      columns.append("  WATERMARK FOR rt AS rt - \(SQLText.interval(slack + 1))")
    }
    let selected =
      (mode == .streaming ? ["ms", "rt", "v"] : ["ms", "v"])
      + fields.layout.columns.map { "\($0.sql) AS \($0.name)" }
    let comment =
      "-- The input '\(name)': lines of JSON. Replace the connector by your own, such as 'kafka' with"
      + "\n-- 'value.format' = 'raw'."
    return [
      "\(comment)\nCREATE TABLE \(table) (\n\(columns.joined(separator: ",\n"))\n) WITH (\n"
        + "  'connector' = 'filesystem',\n  'path' = 'file:///data/\(table)',\n"
        + "  'format' = 'raw'\n)",
      "-- Its records, with the fields that the job reads: each as a list of JSON, empty if it is "
        + "missing\nCREATE TEMPORARY VIEW \(view) AS\n"
        + "SELECT \(selected.joined(separator: ",\n  "))\nFROM (\n"
        + "  SELECT *, \(Self.document) AS v FROM \(table) WHERE NOT \(Self.isBlank)\n)\nWHERE "
        + " \(Self.sanity)" + (mode == .streaming ? "\n  AND \(Self.punctuality)" : ""),
    ]
  }

  /// Fails on records that Flink's JSON would change: numbers whose exponent hides that they are
  /// doubles, -0.0, ints beyond 64 bits, and bytes that are no UTF-8.
  private static let sanity: String = {
    let numbers = #"REGEXP_REPLACE(line, '"[^"\\]*+(?:\\.[^"\\]*+)*+"', '')"#
    let odd =
      #"'[0-9][eE]([+]?[0-9]|-0+([^0-9]|$))|-0([.]0*)?([^0-9.]|$)|(^|[^0-9.])[0-9]{20}'"#
    return "CASE WHEN REGEXP(\(numbers), \(odd)) OR LOCATE(U&'\\FFFD', line) > 0 THEN "
      + SQLText.failure(
        "expected numbers without exponents, -0.0 or more than 64 bits, and text in UTF-8",
        showing: "line", as: .bool) + " ELSE TRUE END"
  }()

  /// Fails on a record that is later than the watermark: windows would leave it out.
  private static let punctuality =
    "CASE WHEN CURRENT_WATERMARK(rt) IS NULL OR rt > CURRENT_WATERMARK(rt) THEN TRUE ELSE "
    + SQLText.failure("expected records in order, up to 'reorder'", showing: "line", as: .bool)
    + " END"
}

extension SQLText {
  /// A span of milliseconds, of less than 100 days.
  static func interval(_ milliseconds: Int64) -> String {
    let (seconds, thousandths) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    func padded(_ number: Int64, _ count: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: count - digits.count) + digits
    }
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
      .joined(separator: ":")
    return "INTERVAL '\(seconds / 86_400) \(clock).\(padded(thousandths, 3))' DAY TO SECOND(3)"
  }
}
