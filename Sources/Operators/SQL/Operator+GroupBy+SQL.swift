import Checking
import Exporting
import StreamModels
import Values

extension Operator.GroupBy: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    if forgetAfter != nil {
      throw SQLRefusal(
        "'forgetAfter'", "Flink SQL has no timers that a query can set",
        hint: "remove it: sessions and windows forget their keys by themselves")
    }
    guard operators != nil else {
      throw SQLRefusal(
        "'stream' in 'groupBy'", "a query has no stream for each key", hint: "write 'operators'")
    }
    let outer = sql.stream
    let parts = try Self.parts(of: sql.value("key"))
    let columns = parts.map { _ in sql.writer.newColumn("key") }
    let made = zip(parts, columns).map { ", \($0.column) AS \($1)" }
    sql.addView("groupBy: \(key)", "SELECT *\(made.joined(separator: "\n  "))\nFROM \(outer.view)")
    let values = zip(parts, columns).map { $0.value(in: $1) }
    sql.stream.groups += columns
    for (part, value) in zip(parts, values) {
      if case .json(let json) = part.original { sql.stream.keys.append((json, value)) }
    }
    let isList: Bool
    if case .list = try sql.value("key") { isList = true } else { isList = false }
    let key = isList ? SQLValue.list(values) : values[0]
    let inner = SQLStep(sql.checked, sql.writer, sql.stream, key: key)
    sql.writer.apply(sql.checked.steps, to: inner)
    sql.stream = inner.stream
    sql.stream.groups = outer.groups
    sql.stream.keys = outer.keys
  }

  /// A key, or an element of a key that is a list.
  private struct Part {
    let original: SQLValue
    /// The SQL for the column.
    let column: String

    init(_ value: SQLValue) throws(SQLRefusal) {
      original = value
      switch value {
      case .typed(.double, _), .object, .list, .null, .collected:
        throw SQLRefusal(
          "a key that is a double, null, a list in a list or an object",
          "1 and 1.0 are one key, but SQL would make two keys",
          hint: "use strings, ints or bools, or a list of these")
      case .typed(_, let sql): column = sql
      case .json(let json): column = json.comparable
      }
    }

    /// Returns the value as stored in its column.
    func value(in column: String) -> SQLValue {
      switch original {
      case .typed(let type, _): .typed(type, column)
      case .json(let json): .json(SQLJSON(base: column, name: json.name))
      default: original
      }
    }
  }

  private static func parts(of key: SQLValue) throws(SQLRefusal) -> [Part] {
    guard case .list(let elements) = key, !elements.isEmpty else { return [try Part(key)] }
    var parts: [Part] = []
    for element in elements { parts.append(try Part(element)) }
    return parts
  }
}
