import Values

/// Lines of a log. Some are kept, and written with other fields.
struct FilteredLogWorkload: SingleLogWorkload {
  static let name = "L1"
  static let summary = "whole process: of a log, '$0.v > 500' is kept, {k, d: $0.v * 2} written"
  static let document = """
    {"input": "log", "time": "$0.t",
     "operators": [{"filter": {"expression": "$0.v > 500"}},
                   {"map": {"expression": "{'k': $0.k, 'd': $0.v * 2}"}}]}
    """

  let count: Int
  let document: TemporaryFile
  let logs: [TemporaryFile]

  static func lines(_ range: Range<Int64>) -> [UInt8] { LogFile.narrow(range) }

  static func script(for tool: LogTool) -> String? {
    switch tool {
    case .duckdb:
      """
      exec duckdb -c "copy (select k, v * 2 as d from read_json('$0', format = 'newline_delimited', \
      columns = {k: 'varchar', v: 'bigint'}) where v > 500) to '/dev/stdout' (format json)"
      """
    case .polars:
      """
      exec python3 -c "import polars as p, sys; p.scan_ndjson('$0').filter(p.col('v') > 500)\
      .select('k', d=p.col('v') * 2).collect().write_ndjson(sys.stdout)"
      """
    case .jq: #"exec jq -c 'select(.v > 500) | {k, d: (.v * 2)}' "$0""#
    }
  }

  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool {
    while !log.isAtEnd {
      guard log.skip("{\"t\":"), log.skip(to: 0x2C), log.skip(",\"k\":\""),
        let key = unsafe log.bytes(to: 0x22), log.skip("\",\"v\":"), let value = log.number(),
        log.skip("}\n")
      else { return false }
      guard value > 500 else { continue }
      output.write { line in
        line.append("{\"k\":\"" as StaticString)
        unsafe line.append(Array(key))
        line.append("\",\"d\":" as StaticString)
        line.appendDecimal(value * 2)
        line.append("}\n" as StaticString)
      }
    }
    return true
  }
}
