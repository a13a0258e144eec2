import Exporting
import Reactive
import StreamModels
import Values

extension Operator.Collect: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    try sql.requireRowTime()
    let rows = SQLWindow(kind: try window.kind(sql, of: "collect"), groups: sql.stream.groups)
    let values = SQLValue.collected(
      SQLCollection(element: sql.stream.value, condition: nil, keys: sql.stream.keys))
    sql.stream.value = window.bounds == true ? .object(rows.members(values, in: sql)) : values
    sql.stream.window = rows
    sql.stream.windowConditions = []
  }
}

extension WindowParameters {
  /// Returns the kind of the windows of an operator.
  func kind(_ sql: SQLStep, of name: String) throws(SQLRefusal) -> SQLWindow.Kind {
    let others: [(String, Bool)] = [
      ("count", count != nil), ("sliding", sliding == true),
      ("by", by != nil), ("empty", empty == true), ("maximum", maximum != nil),
      ("endsWhen", endsWhen != nil), ("startsWhen", startsWhen != nil), ("atEnd", !emitsAtEnd),
    ]
    if let other = others.first(where: \.1) {
      throw SQLRefusal(
        "'\(other.0)' in '\(name)'", "the windows that are written are those of 'seconds' or 'gap'",
        hint: SQLExpression.split)
    }
    if let seconds {
      let length = try sql.milliseconds(seconds, "seconds")
      guard let every else { return .aligned(length) }
      let period = try sql.milliseconds(every, "every")
      if period == length { return .aligned(length) }
      guard period < length, length % period == 0, length / period <= 1_000 else {
        throw SQLRefusal(
          "'every' of this length in '\(name)'",
          "Flink's windows are a multiple of their step long",
          hint: "let 'seconds' be a multiple of 'every', at most 1,000 times as long")
      }
      return .hopping(length, every: period)
    }
    guard let gap else {
      throw SQLRefusal(
        "'\(name)' without 'seconds' or 'gap'", "the values of a whole stream are not a window",
        hint: "use 'count', 'min' or 'max' without '\(name)'")
    }
    let milliseconds = try sql.milliseconds(gap, "gap")
    guard milliseconds > 1 else {
      throw SQLRefusal(
        "a 'gap' of a millisecond", "Flink needs longer sessions", hint: "make it longer")
    }
    return .session(gap: milliseconds)
  }
}

extension SQLWindow {
  /// The members of the object for a window with its bounds.
  func members(_ values: SQLValue, in sql: SQLStep) -> [(key: Text, value: SQLValue)] {
    let end = fullEnd(sql.mode)
    let start =
      switch kind {
      case .aligned(let length): "MIN(ms) / \(length) * \(length)"
      case .hopping(let length, _): "(\(end) - \(length))"
      case .session: "MIN(ms)"
      }
    func seconds(_ sql: String) -> SQLValue {
      .typed(.double, "(CAST(\(sql) AS DOUBLE) / CAST(1000 AS DOUBLE))")
    }
    // A job that runs forever does not complete.
    let closedBy =
      sql.mode == .batch
      ? "CASE WHEN \(sql.completion) < \(end) THEN 'end' ELSE '\(reason)' END" : "'\(reason)'"
    return [
      ("start", seconds(start)), ("end", seconds(end)),
      ("closedBy", .typed(.string, "CAST(\(closedBy) AS STRING)")), ("values", values),
    ]
  }

  /// The word for the end of the windows, unless the stream completes earlier.
  private var reason: String {
    switch kind {
    case .aligned, .hopping: "seconds"
    case .session: "gap"
    }
  }

  /// The time at which the window ends, unless the stream completes earlier.
  fileprivate func fullEnd(_ mode: FlinkMode) -> String {
    switch (kind, mode) {
    case (.aligned(let length), _): "(MIN(ms) / \(length) + 1) * \(length)"
    case (.hopping, .streaming):
      "(TIMESTAMPDIFF(SECOND, TIMESTAMP '1970-01-01 00:00:00', window_end) * CAST(1000 AS BIGINT) "
        + "+ EXTRACT(MILLISECOND FROM window_end))"
    case (.hopping(let length, let every), .batch): "(w * \(every) + \(length))"
    case (.session(let gap), _): "MAX(ms) + \(gap)"
    }
  }
}

extension SQLStep {
  /// Adds the view that aggregates the windows of the previous `collect`, or those of this operator.
  func closeWindow(
    of name: String, emitting value: SQLValue, _ title: String? = nil
  ) throws(SQLRefusal) {
    guard let window = stream.window else { return }
    let end =
      mode == .batch
      ? "LEAST(\(window.fullEnd(mode)), \(completion))" : window.fullEnd(mode)
    let (source, grouping) = source(of: window)
    let keys = (window.groups + grouping).joined(separator: ", ")
    var tail = "\(source)\(keys.isEmpty ? "" : "\nGROUP BY \(keys)")"
    if !stream.windowConditions.isEmpty {
      let last = stream.windowConditions.count - 1
      let condition = stream.windowConditions[..<last].reversed().reduce(
        stream.windowConditions[last]
      ) { rest, condition in "CASE WHEN \(condition) THEN \(rest) ELSE FALSE END" }
      tail += "\nHAVING \(condition)"
    }
    try emit(
      value, "\(name) \(window.title)\(title.map { ", and \($0)" } ?? "")",
      passing: ["\(end) AS ms"] + stream.groups, from: tail)
    stream.hasRowTime = false
    stream.window = nil
    stream.keys = []
    stream.kept = nil
  }

  /// The rows of the windows, and the columns that distinguish the windows of a group.
  private func source(of window: SQLWindow) -> (source: String, grouping: [String]) {
    let keys = window.groups.joined(separator: ", ")
    let partition = keys.isEmpty ? "" : "PARTITION BY \(keys) "
    switch (window.kind, mode) {
    case (.aligned(let length), .streaming):
      return (
        "TABLE(TUMBLE(TABLE \(stream.view), DESCRIPTOR(rt), \(SQLText.interval(length))))",
        ["window_start", "window_end"]
      )
    case (.hopping(let length, let every), .streaming):
      return (
        "TABLE(HOP(TABLE \(stream.view), DESCRIPTOR(rt), \(SQLText.interval(every)), "
          + "\(SQLText.interval(length))))", ["window_start", "window_end"]
      )
    case (.session(let gap), .streaming):
      // Flink's sessions also include a value that arrives exactly at their end.
      return (
        "TABLE(SESSION(TABLE \(stream.view) \(partition), DESCRIPTOR(rt), "
          + "\(SQLText.interval(gap - 1))))", ["window_start", "window_end"]
      )
    case (.aligned(let length), .batch):
      return ("(SELECT *, ms / \(length) AS w FROM \(stream.view))", ["w"])
    case (.hopping(let length, let every), .batch):
      let steps = (0..<length / every).map(String.init).joined(separator: ", ")
      return (
        "(SELECT *, ms / \(every) - step AS w FROM \(stream.view) "
          + "CROSS JOIN UNNEST(ARRAY[\(steps)]) AS steps (step))", ["w"]
      )
    case (.session(let gap), .batch):
      let order = "OVER (\(partition)ORDER BY ms)"
      return (
        "(SELECT *, SUM(opens) OVER (\(partition)ORDER BY ms ROWS UNBOUNDED PRECEDING) AS w FROM "
          + "(SELECT *, CASE WHEN ms - LAG(ms) \(order) < \(gap) THEN 0 ELSE 1 END AS opens "
          + "FROM \(stream.view)))", ["w"]
      )
    }
  }
}

extension SQLWindow {
  fileprivate var title: String {
    switch kind {
    case .aligned(let length): "windows of \(length) ms"
    case .hopping(let length, let every): "windows of \(length) ms, each \(every) ms"
    case .session(let gap): "sessions with gaps of \(gap) ms"
    }
  }
}
