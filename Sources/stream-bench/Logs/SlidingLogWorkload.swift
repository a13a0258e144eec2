import Values

/// Lines of a log: every ten seconds, the mean and a percentile of the last minute, by the lines'
/// own time.
struct SlidingLogWorkload: SingleLogWorkload {
  static let name = "L5"
  static let summary =
    "whole process: mean and 90th percentile of each minute of event time, every 10 s"
  static let document = """
    {"input": "log", "time": "$0.t", "origin": "epoch", "operators": [
      {"collect": {"seconds": 60, "every": 10}},
      {"map": {"expression": "cel.bind(v, $0.map(x, x.v), {'n': size(v), 'avg': v.avg(), \
    'tenths': int(math.round(v.percentile(90) * 10.0))})"}}]}
    """
  static let comparesTools = true

  let count: Int
  let document: TemporaryFile
  let logs: [TemporaryFile]

  static func lines(_ range: Range<Int64>) -> [UInt8] { LogFile.narrow(range) }

  static func script(for tool: LogTool) -> String? {
    // The layout of the others differs, and jq would load the whole log first.
    guard tool == .duckdb else { return nil }
    return #"""
      exec duckdb -c "copy (select '{\"n\":' || count(*) || ',\"avg\":' || avg(v) || ',\"tenths\":' \#
      || cast(round(quantile_cont(v, 0.9) * 10) as bigint) || '}' from (select v, \#
      unnest([0, 1, 2, 3, 4, 5]) as i, floor(t / 10) as b from read_json('$0', \#
      format = 'newline_delimited', columns = {t: 'double', v: 'bigint'})) group by b - i) \#
      to '/dev/stdout' (format csv, header false, delimiter '\t', quote '')"
      """#
  }

  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool {
    var panes = PlainPanes()
    while !log.isAtEnd {
      guard log.skip("{\"t\":"), let time = log.milliseconds(), log.skip(",\"k\":\""),
        unsafe log.bytes(to: 0x22) != nil, log.skip("\",\"v\":"), let value = log.number(),
        log.skip("}\n")
      else { return false }
      panes.add(value, at: time, writing: &output)
    }
    panes.end(writing: &output)
    return true
  }
}

/// The numbers of the last ten seconds, and of the five periods of ten seconds before them.
private struct PlainPanes {
  private static let length: Int64 = 10_000

  private var panes: [[Int64]] = Array(repeating: [], count: 6)
  /// The number of the last pane.
  private var last: Int64?

  mutating func add(_ value: Int64, at time: Int64, writing output: inout PlainOutput) {
    let pane = time / Self.length
    while let last, last < pane { turn(from: last, writing: &output) }
    last = pane
    panes[5].append(value)
  }

  /// Writes all windows that are still open, oldest first.
  mutating func end(writing output: inout PlainOutput) {
    for _ in panes { if let last { turn(from: last, writing: &output) } }
  }

  /// Ends the window that ends with the last pane, and begins another pane.
  private mutating func turn(from pane: Int64, writing output: inout PlainOutput) {
    let values = panes.joined().sorted()
    if !values.isEmpty {
      let sum = values.reduce(0, +)
      // The place is in tenths of a step between two values.
      let place = (values.count - 1) * 9
      let low = values[place / 10]
      let high = values[min(place / 10 + 1, values.count - 1)]
      let tenths = low * 10 + (high - low) * Int64(place % 10)
      output.write { line in
        line.append("{\"n\":" as StaticString)
        line.appendDecimal(Int64(values.count))
        line.append(",\"avg\":" as StaticString)
        line.appendJSON(Double(sum) / Double(values.count))
        line.append(",\"tenths\":" as StaticString)
        line.appendDecimal(tenths)
        line.append("}\n" as StaticString)
      }
    }
    panes.removeFirst()
    panes.append([])
    last = pane + 1
  }
}
