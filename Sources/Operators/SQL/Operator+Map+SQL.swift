import Exporting
import StreamModels
import Values

extension Operator.Map: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    let value = try sql.value("expression")
    let title = "map: \(expression)"
    if sql.stream.window != nil {
      return try sql.closeWindow(of: "collect", emitting: value, title)
    }
    try sql.emit(value, title, passing: sql.passedColumns, from: sql.stream.view)
  }
}
