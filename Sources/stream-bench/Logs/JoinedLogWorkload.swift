import Values

/// Lines of two logs, each with the lines of the other log that have the same key and are close to
/// it in time.
struct JoinedLogWorkload: LogWorkload {
  static let name = "L4"
  static let summary =
    "whole process: 'join' of two logs, half of the lines each, by key and within 2 s or 8 s"
  static let document = """
    {"input": "log", "time": "$0.t", "operators": [
      {"join": {"stream": {"input": "other", "time": "$0.t"}, "on": "$0.k",
                "within": {"before": "2s", "after": "8s"}}},
      {"map": {"expression": "{'k': $0[0].k, 'd': $0[1].v - $0[0].v}"}}]}
    """
  static let inputs = ["log", "other"]
  static let sizes = [200_000, 2_000_000]
  static let comparesTools = true

  let count: Int
  let document: TemporaryFile
  let logs: [TemporaryFile]

  static func lines(_ range: Range<Int64>, ofInput number: Int) -> [UInt8] {
    number == 0 ? LogFile.narrow(range) : LogFile.other(range)
  }

  static func script(for tool: LogTool) -> String? {
    // The others have no join by an interval, or would load both logs first. Pieces of ten seconds
    // save it from comparing all lines of a key.
    guard tool == .duckdb else { return nil }
    func log(_ path: String) -> String {
      """
      read_json('\(path)', format = 'newline_delimited', \
      columns = {t: 'double', k: 'varchar', v: 'bigint'})
      """
    }
    return #"""
      exec duckdb -c "copy (select '{\"k\":\"' || a.k || '\",\"d\":' || (b.v - a.v) || '}' \#
      from \#(log("$0")) a join (select *, floor(t / 10) + unnest([-1, 0, 1]) as n from \#(log("$1"))) b \#
      on a.k = b.k and floor(a.t / 10) = b.n and b.t >= a.t - 2 and b.t < a.t + 8) \#
      to '/dev/stdout' (format csv, header false, delimiter '\t', quote '')"
      """#
  }

  static func work(on logs: inout [TextCursor], writing output: inout PlainOutput) -> Bool {
    var join = PlainJoin()
    var next: [PlainJoin.Line?] = [nil, nil]
    for side in 0...1 {
      guard read(&logs[side], into: &next[side]) else { return false }
    }
    while true {
      let side: Int
      switch (next[0]?.time, next[1]?.time) {
      case (nil, nil): return true
      case (let left?, let right?): side = left <= right ? 0 : 1
      case (_?, nil): side = 0
      case (nil, _?): side = 1
      }
      if let line = next[side] { join.add(line, of: side, writing: &output) }
      guard read(&logs[side], into: &next[side]) else { return false }
    }
  }

  /// Reads the next line; nil at the end of the log.
  private static func read(_ log: inout TextCursor, into line: inout PlainJoin.Line?) -> Bool {
    line = nil
    if log.isAtEnd { return true }
    guard log.skip("{\"t\":"), let time = log.milliseconds(), log.skip(",\"k\":\""),
      let key = unsafe log.bytes(to: 0x22), log.skip("\",\"v\":"), let value = log.number(),
      log.skip("}\n")
    else { return false }
    unsafe line = PlainJoin.Line(time: time, key: PlainKey(bytes: key), value: value)
    return true
  }
}

/// The lines of two logs that may still find partners, by key.
private struct PlainJoin {
  struct Line {
    let time: Int64
    let key: PlainKey
    let value: Int64
  }

  /// The lines of one log with one key, and the index of the first line that still counts.
  private struct Queue {
    var lines: [(time: Int64, value: Int64)] = []
    var first = 0

    mutating func forget(before time: Int64) {
      while first < lines.count, lines[first].time < time { first += 1 }
      if first > 32, first * 2 > lines.count {
        lines.removeFirst(first)
        first = 0
      }
    }
  }

  private static let before: Int64 = 2_000
  private static let after: Int64 = 8_000

  private var numbers: [PlainKey: Int] = [:]
  private var queues: [[Queue]] = [[], []]

  mutating func add(_ line: Line, of side: Int, writing output: inout PlainOutput) {
    let number = self.number(of: line.key)
    // An older line of the other log is not needed by later lines either.
    let earliest = line.time - (side == 0 ? Self.before : Self.after - 1)
    queues[1 - side][number].forget(before: earliest)
    let partners = queues[1 - side][number]
    for partner in partners.lines[partners.first...] {
      output.write { text in
        text.append("{\"k\":\"" as StaticString)
        unsafe text.append(Array(line.key.bytes))
        text.append("\",\"d\":" as StaticString)
        text.appendDecimal(side == 0 ? partner.value - line.value : line.value - partner.value)
        text.append("}\n" as StaticString)
      }
    }
    queues[side][number].lines.append((line.time, line.value))
  }

  private mutating func number(of key: PlainKey) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = numbers.count
    for side in 0...1 { queues[side].append(Queue()) }
    return numbers.count - 1
  }
}
