import Exporting
import StreamModels

extension Operator.Count: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.reduce("count", to: .typed(.int, "COUNT(*)"))
  }
}

extension Operator.Min: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.reduce("min")
  }
}

extension Operator.Max: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.reduce("max")
  }
}

extension SQLStep {
  /// Adds a view that aggregates the whole stream when it completes.
  fileprivate func reduce(_ name: String, to value: SQLValue? = nil) throws(SQLRefusal) {
    try requireValues()
    guard mode == .batch else {
      throw SQLRefusal(
        "'\(name)' of a whole stream", "a stream that runs forever has no end",
        hint: "put 'collect' with 'seconds' before it, or run 'batch.sql'")
    }
    let all = SQLCollection(element: stream.value, condition: nil, keys: [])
    let result: SQLValue
    if let value {
      result = value
    } else {
      result = try SQLExpression([:]).aggregate(name, of: all)
    }
    let keys = stream.groups.joined(separator: ", ")
    var source = stream.view
    if !keys.isEmpty { source += "\nGROUP BY \(keys)" }
    if value == nil { source += "\nHAVING COUNT(*) > 0" }
    try emit(
      result, name, passing: ["\(completion) AS ms"] + stream.groups, from: source)
    stream.hasRowTime = false
    stream.keys = []
    stream.kept = nil
  }
}
