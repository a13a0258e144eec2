import Exporting
import StreamModels
import Values

extension Operator.CompactMap: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    try sql.requireValues()
    let value = try sql.value("expression")
    let title = "compactMap: \(expression)"
    guard case .json = value else {
      // The result is never null.
      return try sql.emit(value, title, passing: sql.passedColumns, from: sql.stream.view)
    }
    try sql.emit(value, title, passing: sql.passedColumns, from: sql.stream.view)
    sql.addFilter("Without null", "v <> '[null]'")
  }
}
