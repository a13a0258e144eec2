import Values

/// Lines of a log: for each key, the count and the sum in each minute of the lines' own time.
struct WindowedLogWorkload: SingleLogWorkload {
  static let name = "L2"
  static let summary =
    "whole process: number and sum for each of 2,000 keys and minute of event time"
  static let document = """
    {"input": "log", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": [
      {"collect": {"seconds": 60}}, {"filter": {"expression": "size($0) > 0"}},
      {"map": {"expression": "{'k': $0[0].k, 'n': size($0), 'sum': $0.map(x, x.v).sum()}"}}]}}]}
    """

  let count: Int
  let document: TemporaryFile
  let logs: [TemporaryFile]

  static func lines(_ range: Range<Int64>) -> [UInt8] { LogFile.narrow(range) }

  static func script(for tool: LogTool) -> String? {
    switch tool {
    case .duckdb:
      """
      exec duckdb -c "copy (select k, count(*) as n, sum(v) as sum from read_json('$0', \
      format = 'newline_delimited', columns = {t: 'double', k: 'varchar', v: 'bigint'}) \
      group by k, cast(floor((t - 1700000000) / 60) as bigint)) to '/dev/stdout' (format json)"
      """
    case .polars:
      """
      exec python3 -c "import polars as p, sys; p.scan_ndjson('$0')\
      .group_by('k', ((p.col('t') - 1700000000) / 60).floor().alias('w'))\
      .agg(n=p.len(), sum=p.col('v').sum()).drop('w').collect().write_ndjson(sys.stdout)"
      """
    // It would load the whole log first.
    case .jq: nil
    }
  }

  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool {
    var windows = PlainWindows(length: 60_000)
    while !log.isAtEnd {
      guard log.skip("{\"t\":"), let time = log.milliseconds(), log.skip(",\"k\":\""),
        let key = unsafe log.bytes(to: 0x22), log.skip("\",\"v\":"), let value = log.number(),
        log.skip("}\n")
      else { return false }
      unsafe windows.add(value, for: key, at: time, writing: &output)
    }
    windows.end(writing: &output)
    return true
  }
}

/// Sums by key, window after window.
private struct PlainWindows {
  private let length: Int64
  private var end: Int64?
  private var numbers: [PlainKey: Int] = [:]
  /// The keys, by their numbers.
  private var keys: [PlainKey] = []
  private var totals: [(count: Int64, sum: Int64)] = []
  /// The numbers of the keys in the window, in the order in which they arrived.
  private var order: [Int] = []

  init(length: Int64) {
    self.length = length
  }

  mutating func add(
    _ value: Int64, for bytes: UnsafeRawBufferPointer, at time: Int64,
    writing output: inout PlainOutput
  ) {
    let key = unsafe PlainKey(bytes: bytes)
    let number = numbers[key] ?? add(key)
    var windowEnd = end ?? time + length
    if time >= windowEnd {
      // A line exactly at the end of a window is the first of the next one, and ends the window of
      // its key before the others.
      if time == windowEnd, let place = order.firstIndex(of: number) {
        order.insert(order.remove(at: place), at: 0)
      }
      write(to: &output)
      windowEnd += (time - windowEnd) / length * length + length
    }
    end = windowEnd
    if totals[number].count == 0 { order.append(number) }
    totals[number].count += 1
    totals[number].sum += value
  }

  private mutating func add(_ key: PlainKey) -> Int {
    numbers[key] = keys.count
    keys.append(key)
    totals.append((0, 0))
    return keys.count - 1
  }

  /// Ends the last window, with its keys in the order in which they first arrived.
  mutating func end(writing output: inout PlainOutput) {
    order.sort()
    write(to: &output)
  }

  private mutating func write(to output: inout PlainOutput) {
    for number in order {
      let (count, sum) = totals[number]
      output.write { line in
        line.append("{\"k\":\"" as StaticString)
        unsafe line.append(Array(keys[number].bytes))
        line.append("\",\"n\":" as StaticString)
        line.appendDecimal(count)
        line.append(",\"sum\":" as StaticString)
        line.appendDecimal(sum)
        line.append("}\n" as StaticString)
      }
      totals[number] = (0, 0)
    }
    order.removeAll(keepingCapacity: true)
  }
}
