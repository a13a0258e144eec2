package import Checking
import Expressions
package import StreamModels
package import Values

/// An operator that can be written as Flink SQL.
///
/// An operator that does not conform is refused. To support another one, put an `extension` into a
/// file next to the others, named `Operator+Name+SQL.swift`, and add a case to the tests that
/// compare Flink's results with those of a playback.
package protocol SQLWritable: OperatorDefinition {
  /// Adds views to the stream of a step that do the same as the operator.
  func writeSQL(to sql: SQLStep) throws(SQLRefusal)
}

/// An operator that is being written as SQL, with methods for writing it.
package final class SQLStep {
  package let checked: CheckedStep
  package let writer: SQLWriter
  /// The stream so far; then the stream that the operator emits.
  package var stream: SQLStream
  /// The value of `$key`.
  let key: SQLValue?

  package init(_ checked: CheckedStep, _ writer: SQLWriter, _ stream: SQLStream, key: SQLValue?) {
    (self.checked, self.writer, self.stream, self.key) = (checked, writer, stream, key)
  }

  package var mode: FlinkMode { writer.mode }

  // MARK: - Expressions

  /// The expression of a parameter as a tree.
  func tree(_ name: Text) throws(SQLRefusal) -> ExpressionTree {
    guard let tree = checked.expressions[name]?.expressionTree else {
      throw SQLRefusal(
        "an expression of this size", "SQL repeats its parts",
        hint: "compute parts of it when the records are written")
    }
    return tree
  }

  /// The translation of expressions that read the value.
  var expressions: SQLExpression {
    var variables: [Variable: SQLValue] = [.first: stream.value]
    variables[.key] = key
    return SQLExpression(variables)
  }

  /// Returns the result of an expression that reads `$0`.
  package func value(_ name: Text) throws(SQLRefusal) -> SQLValue {
    try placed(at: name) { () throws(SQLRefusal) in try expressions.value(tree(name)) }
  }

  package func condition(_ name: Text) throws(SQLRefusal) -> String {
    try placed(at: name) { () throws(SQLRefusal) in try expressions.condition(tree(name)) }
  }

  /// Notes the parameter in which an expression is refused. An expression inside a parameter has the
  /// place of its operator.
  private func placed<Result>(
    at name: Text, _ body: () throws(SQLRefusal) -> Result
  ) throws(SQLRefusal) -> Result {
    do throws(SQLRefusal) {
      return try body()
    } catch {
      var refusal = error
      let parameters = checked.definition?.spec.parameters ?? []
      refusal.parameter = parameters.contains { Text($0.name) == name } ? name : nil
      throw refusal
    }
  }

  // MARK: - Views

  /// The columns that every view passes on.
  package var passedColumns: [String] {
    writer.timeColumns(of: stream) + stream.groups + (stream.kept.map { [$0] } ?? [])
  }

  /// Adds a view with `title` as its comment.
  package func addView(_ title: String, _ query: String) {
    stream.view = writer.addView(title, query, named: checked.written?.spec.name)
  }

  /// Adds a view of the events for which a condition is true.
  package func addFilter(_ title: String, _ condition: String) {
    let column = writer.newColumn("kept")
    let nested =
      stream.kept.map { SQLDecision([($0, .condition(condition))], otherwise: .no).sql }
      ?? condition
    addView(
      title,
      """
      SELECT *
      FROM (
        SELECT *, \(nested) AS \(column)
        FROM \(stream.view)
      )
      WHERE \(column)
      """)
    stream.kept = column
  }

  /// Adds a view with a new value, which has a column for each of its parts.
  package func emit(
    _ value: SQLValue, _ title: String, passing columns: [String], from source: String
  ) throws(SQLRefusal) {
    if value.containsCollection {
      throw SQLRefusal(
        "the array of a window", "the order of values with the same time is not known there",
        hint: "aggregate it with 'size()', '.map(x, …).sum()', 'min()' or 'max()'")
    }
    var layout = SQLLayout()
    let made = layout.columns(for: value)
    let selected = columns + layout.columns.map { "\($0.sql) AS \($0.name)" }
    addView(title, "SELECT \(selected.joined(separator: ",\n  "))\nFROM \(source)")
    stream.value = made
  }

  /// Refuses an operator after `collect` that needs individual values.
  package func requireValues() throws(SQLRefusal) {
    guard stream.window == nil else {
      throw SQLRefusal(
        "an operator on arrays of windows", "SQL has the aggregates of a window, not its rows",
        hint: "put a 'map' after 'collect' that aggregates the array")
    }
  }

  /// Refuses an operator that needs the times of records for watermarks.
  package func requireRowTime() throws(SQLRefusal) {
    guard !stream.hasRowTime else { return }
    throw SQLRefusal(
      "an operator that depends on time after a window",
      "Flink dates an event of a window to the millisecond before its end",
      hint: "put it before 'collect', or run two jobs")
  }

  /// The time at which the stream completes, in a job that ends.
  package var completion: String {
    let all =
      stream.inputs.count == 1
      ? stream.inputs[0]
      : "(" + stream.inputs.map { "SELECT ms FROM \($0)" }.joined(separator: " UNION ALL ") + ")"
    return "(SELECT COALESCE(MAX(ms), 0) FROM \(all))"
  }

  /// Returns a whole number of milliseconds.
  package func milliseconds(_ seconds: Seconds, _ parameter: String) throws(SQLRefusal) -> Int64 {
    let (count, rest) = seconds.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest == 0, count > 0, count < 99 * 86_400_000 else {
      throw SQLRefusal(
        "'\(parameter)' of this length", "Flink counts in milliseconds, up to 99 days",
        hint: "round it to milliseconds")
    }
    return count
  }
}

/// The columns of a value.
package struct SQLLayout {
  package private(set) var columns: [(name: String, sql: String)] = []

  package init() {}

  /// Adds the columns for a value. Returns the value in terms of these columns.
  package mutating func columns(for value: SQLValue, named name: String = "v") -> SQLValue {
    switch value {
    case .typed(let type, let sql): .typed(type, add(sql, as: name))
    case .json(let json): .json(SQLJSON(base: add(json.sql, as: name), name: json.name))
    case .null, .collected: value
    case .object(let members):
      .object(members.map { ($0.key, columns(for: $0.value, named: "\(name)_\($0.key.string)")) })
    case .list(let elements):
      .list(elements.enumerated().map { columns(for: $1, named: "\(name)_\($0)") })
    }
  }

  /// Adds a column, and returns its name.
  mutating func add(_ sql: String, as wish: String) -> String {
    let plain = wish.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
    var name = plain
    var number = 1
    while columns.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      number += 1
      name = "\(plain)_\(number)"
    }
    columns.append((name, sql))
    return name
  }
}
