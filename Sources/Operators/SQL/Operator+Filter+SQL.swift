import Exporting
import StreamModels
import Values

extension Operator.Filter: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    let condition = try sql.condition("expression")
    guard sql.stream.window == nil else {
      sql.stream.windowConditions.append(condition)
      return
    }
    sql.addFilter("filter: \(expression)", condition)
  }
}
