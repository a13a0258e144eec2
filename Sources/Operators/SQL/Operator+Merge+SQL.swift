import Exporting
import StreamModels

extension Operator.Merge: SQLWritable {
  func writeSQL(to sql: SQLStep) throws(SQLRefusal) {
    sql.stream = try sql.writer.union(of: streams.indices, with: sql.stream, of: sql)
  }
}
