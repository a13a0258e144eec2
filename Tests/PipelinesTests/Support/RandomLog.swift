import TestSupport
import Values

/// Random logs, and documents that read them.
enum RandomLog {
  /// Returns the settings for reading the log, which are the same for all uses.
  static func reading(_ random: inout SplitMix64) -> [Member] {
    switch random.below(9) {
    case 7: return [.init("time", "$0.t"), .init("late", ["output": "spare"])]
    case 8:
      return [.init("time", "$0.t"), .init("late", ["reorder": 1, "then": ["output": "spare"]])]
    case 0: return [.init("every", .int(Int64(random.below(2))))]
    case 1: return []
    case 2: return [.init("time", "$0.t")]
    case 3: return [.init("time", "$0.t"), .init("late", "now")]
    case 4: return [.init("time", "$0.t"), .init("late", ["reorder": "1s"])]
    default: return [.init("time", "$0.t"), .init("late", "drop")]
    }
  }

  /// Returns lines with times that usually increase; some lines are bad.
  static func lines(_ random: inout SplitMix64) -> String {
    var time = 0
    return (0..<[0, 1, 5, 12, 30, 100][random.below(6)]).map { _ -> String in
      time += [0, 0, 0, 1, 1, 2][random.below(6)]
      if random.oneIn(30) { return "{\"t\":" }
      if random.oneIn(30) { return "{\"v\": 1}" }
      let late = random.oneIn(20) ? 2 : 0
      let value = ["1", "2", "3", "0", "\"a\"", "\"b\""][random.below(6)]
      let other = [
        "", "", ", \"w\": {\"x\": 1}", ", \"u\": [1, \"é\"]", ", \"v\": 4", ", \"u\": 1e999",
        ", \"u\": \"\\u12\"", ", \"u\": 12345678901234567890",
      ][max(0, random.below(20) - 12)]
      return "{\"t\": \(max(0, time - late)), \"v\": \(value)\(other)}"
    }.joined(separator: "\n")
  }

  /// Returns the same log as a table.
  static func table(_ random: inout SplitMix64) -> String {
    var time = 0
    let rows = (0..<[0, 1, 5, 12, 30, 100][random.below(6)]).map { _ -> String in
      time += [0, 0, 0, 1, 1, 2][random.below(6)]
      if random.oneIn(30) { return "\(time),1" }
      if random.oneIn(30) { return "x,1,2,3" }
      let late = random.oneIn(20) ? 2 : 0
      let value = ["1", "2", "3", "0", "a", "\"b\""][random.below(6)]
      let other = ["", "1.5", "x", "é", "1e999", "a\"b", "\"\"\"x\ny\"", "12345678901234567890"][
        max(0, random.below(24) - 16)]
      return "\(max(0, time - late)),\(other),\(value),more"
    }
    return (["t,u,v,z"] + rows).joined(separator: random.oneIn(2) ? "\n" : "\r\n")
  }

  /// Returns the document with some of its diagrams replaced by the log.
  static func withInputs(
    _ value: Value, _ reading: [Member], _ random: inout SplitMix64
  ) -> Value {
    switch value {
    case .array(let elements): return .array(elements.map { withInputs($0, reading, &random) })
    case .object(let object):
      var members = object.members.map { member in
        Member(key: member.key, value: withInputs(member.value, reading, &random))
      }
      guard members.contains(where: { $0.key == "marbles" }), !random.oneIn(3) else {
        return .object(Object(members))
      }
      let maps: [Value] = [
        "$0.v", "$0.v", "$0['v']", "$0.w.x", "has($0.w) ? $0.w : $0.v", "$0.v + 1",
      ]
      var steps: [Value] = [["map": ["expression": maps[random.below(maps.count)]]]]
      if random.oneIn(3) { steps.insert(["filter": ["expression": "$0.v != 2"]], at: 0) }
      if random.oneIn(9) { steps.insert(["filter": ["expression": "$0.missing > 2"]], at: 0) }
      if random.oneIn(9) { steps.removeLast() }
      for member in members where member.key == "operators" {
        if case .array(let more) = member.value { steps += more }
      }
      members = [.init("input", "log")] + reading + [.init("operators", .array(steps))]
      return .object(Object(members))
    default: return value
    }
  }
}
