import Exporting
import StreamModels
import Values

extension Operator.Aggregate: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    try sql.requireRowTime()
    let rows = SQLWindow(kind: try window.kind(sql, of: "aggregate"), groups: sql.stream.groups)
    var members: [(key: Text, value: SQLValue)] = []
    for entry in values.entries {
      members.append((entry.name, try result(of: entry.value, named: entry.name, in: sql)))
    }
    sql.stream.window = rows
    sql.stream.windowConditions = []
    let results = SQLValue.object(members)
    try sql.closeWindow(
      of: "aggregate",
      emitting: window.bounds == true ? .object(rows.members(results, in: sql)) : results)
  }

  private func result(
    of function: AggregateFunction, named name: Text, in sql: SQLStep
  ) throws(SQLRefusal) -> SQLValue {
    let (kind, expression) = function.written[0]
    switch kind {
    case .count, .sum: break
    case .avg, .min, .max:
      if function.condition != nil {
        throw SQLRefusal(
          "'where' beside '\(kind.rawValue)'", "its result may be null, which has no type in SQL",
          hint: "filter the values before 'aggregate'")
      }
    default:
      throw SQLRefusal(
        "'\(kind.rawValue)' of 'aggregate'",
        "its result depends on the order of values, or Flink rounds it in another way",
        hint: SQLExpression.split)
    }
    var collection = SQLCollection(element: sql.stream.value, keys: sql.stream.keys)
    if function.condition != nil { collection.add(try sql.condition(Self.key(name, "where"))) }
    if expression != nil {
      collection.element = try sql.value(Self.key(name, Text(kind.rawValue)))
    }
    return try SQLExpression([:]).aggregate(kind.rawValue, of: collection)
  }
}
