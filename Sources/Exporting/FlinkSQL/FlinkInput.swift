import Expressions
import Records
import StreamModels
import Values

/// An input of the document, as a table of lines and a view of its records.
package struct FlinkInput {
  /// The name of the input in the document.
  package let name: String
  /// The name of its table.
  package let table: String
  /// The paths that the document states.
  package let paths: [String]
  /// The SQL for the time of a record, in milliseconds since 1970.
  private let time: String
  /// The time for which records are held back to put them in order, in milliseconds.
  private let slack: Int64
  private let fields = SQLFields()
  /// Whether times count from the first record of all inputs.
  let countsFromFirst: Bool

  /// The line of a record as a JSON list, which also shows any text after the record.
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
    if let unit = input.unit, unit != .s {
      throw SQLRefusal(
        "'unit'", "the times that are written are seconds",
        hint: "divide in 'time', as in \"$0.at / 1000.0\"")
    }
    if input.end?.meaning != nil {
      throw SQLRefusal("'end'", "a table ends with its last row", hint: "remove it")
    }
    if input.malformed != nil || input.require != nil {
      throw SQLRefusal(
        input.require == nil ? "'malformed'" : "'require'", "a table has only well-formed rows",
        hint: "clean the records before the job")
    }
    if input.priority != nil {
      throw SQLRefusal("'priority'", "rows of one time have no order", hint: "remove it")
    }
    countsFromFirst = input.origin != .epoch
    if countsFromFirst, writer.mode == .streaming {
      throw SQLRefusal(
        "times that count from the first record",
        "a job that runs forever cannot know whether an earlier record will follow",
        hint: "add \"origin\": \"epoch\"")
    }
    if let other = writer.inputs.first, other.countsFromFirst != countsFromFirst {
      throw SQLRefusal(
        "inputs with different origins", "their times count from one instant",
        hint: "write the same 'origin' beside all")
    }
    if input.late?.treatment != nil {
      throw SQLRefusal(
        "'late' that drops or moves records",
        "which records are late depends on the order of lines, which is not kept",
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
      "this 'time'", "it is too long to repeat", hint: "use a field of the record")
    do {
      let checked = try CheckedExpression(text, in: .value(.dyn))
      if let tree = checked.expressionTree {
        return try SQLTime(record: document).milliseconds(tree)
      }
    } catch let error as SQLRefusal {
      refusal = error
    } catch {
      // The document has been checked, so the expression in this string has no mistakes.
    }
    refusal.parameter = "time"
    throw refusal
  }

  /// The stream of records.
  var stream: SQLStream {
    SQLStream(
      view: view, value: .json(SQLJSON(base: "v", name: "$0", fields: fields)), kept: "kept",
      inputs: [view])
  }

  private var view: String { "\(table)_records" }
  /// The view of the lines that are records.
  var lines: String { "\(table)_lines" }

  // MARK: - Statements

  /// The statements that create the table, and the view of its lines.
  func lineStatements(_ mode: FlinkMode) -> [String] {
    let time = "CASE WHEN \(Self.isBlank) THEN CAST(0 AS BIGINT) ELSE \(time) END"
    var columns = ["  line STRING", "  ms AS \(time)"]
    var cases: [(condition: String, outcome: SQLDecision.Outcome)] = [
      (Self.isBlank, .no), Self.sanity,
    ]
    if mode == .streaming {
      columns.append("  rt AS TO_TIMESTAMP_LTZ(\(time), 3)")
      columns.append("  WATERMARK FOR rt AS rt - \(SQLText.interval(slack + 1))")
      cases.append(Self.punctuality)
    }
    return [
      """
      -- The input '\(name.onOneLine)': lines of JSON. Replace the connector with your own, such as
      -- 'kafka' with 'value.format' = 'raw'.
      CREATE TABLE \(table) (
      \(columns.joined(separator: ",\n"))
      ) WITH (
        'connector' = 'filesystem',
        'path' = 'file:///data/\(table)',
        'format' = 'raw'
      )
      """,
      """
      -- Its lines, except blank ones
      CREATE TEMPORARY VIEW \(lines) AS
      SELECT \(mode == .streaming ? "ms, rt" : "ms"), v, kept
      FROM (
        SELECT *, \(Self.document) AS v,
          \(SQLDecision(cases, otherwise: .yes).sql) AS kept
        FROM \(table)
      )
      WHERE kept
      """,
    ]
  }

  /// The statement that creates the view of the records.
  func recordStatement(_ mode: FlinkMode) -> String {
    let time = countsFromFirst ? "ms - (SELECT ms FROM \(Self.origin)) AS ms" : "ms"
    let selected =
      (mode == .streaming ? [time, "rt", "v", "kept"] : [time, "v", "kept"])
      + fields.layout.columns.map { "\($0.sql) AS \($0.name)" }
    return """
      -- Its records, with the fields that the job reads: each is a list of JSON, empty if it is missing
      CREATE TEMPORARY VIEW \(view) AS
      SELECT \(selected.joined(separator: ",\n  "))
      FROM \(lines)
      """
  }

  /// The view of the time of the first record of all inputs.
  static let origin = "origin"

  static func originStatement(_ inputs: [FlinkInput]) -> String {
    let times = inputs.map { "SELECT ms FROM \($0.lines)" }.joined(separator: " UNION ALL ")
    return """
      -- The time of the first record of all
      CREATE TEMPORARY VIEW \(origin) AS
      SELECT MIN(ms) AS ms FROM (\(times))
      """
  }

  /// Fails on records that Flink's JSON parser would change: numbers whose exponent hides that they
  /// are doubles, -0.0, ints beyond 64 bits, unpaired surrogates, and bytes that are not UTF-8.
  private static let sanity: (condition: String, outcome: SQLDecision.Outcome) = {
    let numbers = #"REGEXP_REPLACE(line, '"[^"\\]*+(?:\\.[^"\\]*+)*+"', '')"#
    let odd =
      #"[0-9][eE]([+]?[0-9]|-0+([^0-9]|$))|-0([.]0*)?([^0-9.]|$)|(?<![0-9.])("#
      + SQLText.digitsBeyondInts + ")"
    // Pairs and all other escapes are removed, so that any that remain are unpaired.
    let pair = #"\\(?:[^u]|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"#
    let halves = #"REGEXP(REGEXP_REPLACE(line, '\#(pair)', ''), '\\u[dD][89a-fA-F]')"#
    return (
      #"REGEXP(\#(numbers), '\#(odd)') OR \#(halves) OR REGEXP(line, '\x{FFFD}')"#,
      .failure(
        "expected numbers without exponents, -0.0 or more than 64 bits, and whole characters in "
          + "UTF-8",
        showing: "line")
    )
  }()

  /// Fails on a record that is older than the watermark, because windows would leave it out.
  private static let punctuality: (condition: String, outcome: SQLDecision.Outcome) = (
    "rt <= CURRENT_WATERMARK(rt)",
    .failure("expected records in order, up to 'reorder'", showing: "line")
  )
}

extension SQLText {
  /// A pattern for the digits of ints that do not fit 64 bits.
  fileprivate static let digitsBeyondInts: String = {
    let largest = "\(Int64.max)"
    let greater = largest.enumerated().dropLast().compactMap { index, digit in
      digit.wholeNumberValue.flatMap { value in
        value < 9
          ? "\(largest.prefix(index))[\(value + 1)-9][0-9]{\(largest.count - index - 1)}" : nil
      }
    }
    // The least int ends with 8.
    let last = "\(largest.dropLast())(?:9|(?<!-\(largest.dropLast()))8)"
    return "[0-9]{20}|(?:\((greater + [last]).joined(separator: "|")))(?![0-9.])"
  }()

  /// A span of milliseconds, shorter than 100 days.
  package static func interval(_ milliseconds: Int64) -> String {
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
