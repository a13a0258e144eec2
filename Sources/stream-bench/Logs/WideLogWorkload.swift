import Values

/// Wide lines of a log, of which two of the forty fields are used.
struct WideLogWorkload: SingleLogWorkload {
  static let name = "L3"
  static let summary = "whole process: of 40 fields, '$0.f7 > 500' is kept, {f7, f31} written"
  static let document = """
    {"input": "log",
     "operators": [{"filter": {"expression": "$0.f7 > 500"}},
                   {"map": {"expression": "{'f7': $0.f7, 'f31': $0.f31}"}}]}
    """

  let count: Int
  let document: TemporaryFile
  let logs: [TemporaryFile]

  static func lines(_ range: Range<Int64>) -> [UInt8] { LogFile.wide(range) }

  static func script(for tool: LogTool) -> String? {
    switch tool {
    case .duckdb:
      """
      exec duckdb -c "copy (select f7, f31 from read_json('$0', format = 'newline_delimited', \
      columns = {f7: 'bigint', f31: 'bigint'}) where f7 > 500) to '/dev/stdout' (format json)"
      """
    case .polars:
      """
      exec python3 -c "import polars as p, sys; p.scan_ndjson('$0').filter(p.col('f7') > 500)\
      .select('f7', 'f31').collect().write_ndjson(sys.stdout)"
      """
    case .jq: #"exec jq -c 'select(.f7 > 500) | {f7, f31}' "$0""#
    }
  }

  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool {
    while !log.isAtEnd {
      guard log.skip(past: ",\"f7\":"), let first = log.number(), log.skip(past: ",\"f31\":"),
        let second = log.number(), log.skip(to: 0x0A), log.skip("\n")
      else { return false }
      guard first > 500 else { continue }
      output.write { line in
        line.append("{\"f7\":" as StaticString)
        line.appendDecimal(first)
        line.append(",\"f31\":" as StaticString)
        line.appendDecimal(second)
        line.append("}\n" as StaticString)
      }
    }
    return true
  }
}
