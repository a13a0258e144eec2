import Reactive
import TestSupport
import Values

@testable import Pipelines
@testable import Records

/// Random logs of two inputs, as a whole and split by the keys of their records.
struct RandomShards {
  /// A record, as a line of an input.
  struct Record {
    let input: String
    /// Its time in half seconds, counted from the first record.
    let time: Int
    let key: Int
    let line: String
  }

  /// The records in the order of the files, including late ones.
  let records: [Record]
  let label: String

  /// The maximum time, in half seconds, by which a record is late.
  static let slack = 4

  init(_ random: inout SplitMix64, isShuffled: Bool) {
    let start = [0, 0, 7, 200][random.below(4)]
    var records: [Record] = []
    for input in ["a", "b"] {
      // One input can end much earlier than the other, begin later, or have no records.
      var time = start + [0, 0, 3, 40][random.below(4)]
      let count = [0, 1, 2, 6, 15, 40][random.below(6)]
      let keyCount = [1, 2, 3, 5][random.below(4)]
      for number in 0..<count {
        time += [0, 0, 0, 1, 1, 2, 4, 12][random.below(8)]
        let key = random.below(keyCount)
        // Equal numbers are equal keys, regardless of how they are written.
        let keyText = key == 1 && random.oneIn(2) ? "1.0" : "\(key)"
        let value = random.below(4)
        let line = """
          {"t": \(Double(time) / 2), "k": \(keyText), "v": \(value), "side": "\(input)", "n": \(number)}
          """
        records.append(Record(input: input, time: time, key: key, line: line))
      }
    }
    if isShuffled {
      var jittered = records.enumerated().map { index, record in
        (record: record, place: record.time + random.below(Self.slack + 1), index: index)
      }
      jittered.sort { ($0.place, $0.index) < ($1.place, $1.index) }
      records = jittered.map(\.record)
    }
    self.records = records
    label = records.map { "\($0.input): \($0.line)" }.joined(separator: "\n")
  }

  /// Returns bindings of the inputs to the records of some keys, in the order of the files or
  /// sorted.
  func bindings(isSorted: Bool, where isIncluded: (Record) -> Bool) -> InputBindings {
    var chosen = records.filter(isIncluded)
    // The standard library's sort keeps the order of equal elements.
    if isSorted { chosen.sort { $0.time < $1.time } }
    var bindings: InputBindings = [:]
    for input in ["a", "b"] {
      let lines = chosen.filter { $0.input == input }.map(\.line)
      bindings.bindings[input] = .text(lines.joined(separator: "\n"))
    }
    return bindings
  }

  /// Returns the window of a part; nil if the inputs have no records.
  func window(reading inputs: [String], countsFrom1970: Bool) -> InputWindow? {
    func nanoseconds(_ time: Int) -> Int64 { Int64(time) * 500_000_000 }
    let read = records.filter { inputs.contains($0.input) }
    guard let first = read.map(\.time).min() else { return nil }
    let zero = countsFrom1970 ? 0 : nanoseconds(first)
    var ends: [String: Instant] = [:]
    for input in inputs {
      let last = read.filter { $0.input == input }.map(\.time).max() ?? first
      ends[input] = Instant(nanoseconds: nanoseconds(last) - zero)
    }
    return InputWindow(ofKeysFrom: Instant(nanoseconds: nanoseconds(first)), ends: ends)
  }

  /// Returns the keys, divided among several parts.
  func parts(_ random: inout SplitMix64) -> [Set<Int>] {
    let count = [1, 2, 3, 5][random.below(4)]
    var parts = Array(repeating: Set<Int>(), count: count)
    for key in 0..<5 { parts[random.below(count)].insert(key) }
    return parts
  }
}

/// Random documents in which each event belongs to the records of one key.
enum KeyedDocument {
  /// Operators that accept any value, for the values of one key.
  static let steps = [
    #"{"debounce": {"seconds": 1}}"#, #"{"debounce": {"seconds": 3, "leading": true}}"#,
    #"{"debounce": {"seconds": 2, "atEnd": "emit"}}"#, #"{"debounce": {"seconds": 0}}"#,
    #"{"throttle": {"seconds": 2}}"#, #"{"throttle": {"seconds": 2, "latest": false}}"#,
    #"{"throttle": {"seconds": 3, "trailing": false}}"#, #"{"audit": {"seconds": 2}}"#,
    #"{"sample": {"seconds": 2}}"#, #"{"delay": {"seconds": 2}}"#, #"{"delay": {"seconds": 0}}"#,
    #"{"collect": {"gap": 2}}"#, #"{"collect": {"gap": 2, "bounds": true}}"#,
    #"{"collect": {"gap": 3, "maximum": 5, "count": 4}}"#, #"{"collect": {"seconds": 3}}"#,
    #"{"collect": {"seconds": 4, "bounds": true}}"#, #"{"collect": {"seconds": 4, "every": 2}}"#,
    #"{"collect": {"seconds": 2, "empty": true, "bounds": true}}"#,
    #"{"collect": {"count": 3}}"#, #"{"collect": {}}"#, #"{"measureInterval": {}}"#,
    #"{"rateLimit": {"count": 1, "seconds": 3}}"#,
    #"{"rateLimit": {"count": 2, "seconds": 3, "overflow": "delay"}}"#,
    #"{"scan": {"initialValue": 0, "expression": "$0 + 1"}}"#, #"{"pairwise": {}}"#,
    #"{"removeDuplicates": {}}"#, #"{"distinct": {}}"#, #"{"count": {}}"#, #"{"last": {}}"#,
    #"{"prefix": {"count": 3}}"#, #"{"dropFirst": {"count": 2}}"#, #"{"materialize": {}}"#,
    #"{"timeout": {"seconds": 3}}, {"replaceError": {"with": "late"}}"#,
    #"{"switchMap": {"stream": {"sequence": [1], "operators": [{"map": {"expression": "$outer"}}, {"delay": {"seconds": 2}}]}}}"#,
    #"{"flatMap": {"stream": {"sequence": [1, 2], "operators": [{"delay": {"seconds": 3}}]}}}"#,
    #"{"append": {"streams": [{"sequence": ["over"], "operators": [{"delay": {"seconds": 2}}]}]}}"#,
    #"{"map": {"expression": "[$time, $0]"}}"#,
    #"{"combineLatest": {"streams": [{"sequence": [1]}]}}"#,
  ]

  /// Operators that read a record.
  static let firstSteps = [
    #"{"sustained": {"expression": "$0.v > 0", "seconds": 2}}"#,
    #"{"sustained": {"expression": "$0.v > 1", "seconds": 1, "release": 2}}"#,
    #"{"sustained": {"expression": "$0.v > 1", "seconds": 0, "release": 3}}"#,
    #"{"filter": {"expression": "$0.v != 2"}}"#, #"{"map": {"expression": "$0.v"}}"#,
    #"{"delay": {"expression": "$0.v"}}"#, #"{"distinct": {"expression": "$0.v"}}"#,
    #"{"collect": {"endsWhen": "$0.v == 3", "gap": 3}}"#,
    #"{"collect": {"startsWhen": "$0.v == 0", "maximum": 4, "bounds": true}}"#,
    #"{"groupBy": {"key": "$0.v", "operators": [{"debounce": {"seconds": 2}}]}}"#,
    #"{"scan": {"initialValue": 0, "expression": "$0 + $1.v"}}"#,
  ]

  /// Returns the operators for the values of one key.
  private static func chain(
    ofRecords: Bool = true, _ random: inout SplitMix64
  ) -> String {
    var chain: [String] = []
    if ofRecords, random.oneIn(2) {
      chain.append(firstSteps[random.below(firstSteps.count)])
    }
    for _ in 0..<(1 + random.below(2)) { chain.append(steps[random.below(steps.count)]) }
    return chain.joined(separator: ", ")
  }

  private static func groups(_ random: inout SplitMix64) -> String {
    let forgetting = random.oneIn(4) ? #", "forgetAfter": \#(1 + random.below(4))"# : ""
    return #"{"groupBy": {"key": "$0.k", "operators": [\#(chain(&random))]\#(forgetting)}}"#
  }

  /// - Parameter reading: The members of the inputs in addition to their names, such as their
  ///   times.
  static func random(_ reading: String, _ random: inout SplitMix64) -> (
    text: String, inputs: [String]
  ) {
    let (a, b) = (#"{"input": "a", \#(reading)}"#, #"{"input": "b", \#(reading)}"#)
    let both = #""definitions": {"a": \#(a), "b": \#(b)}"#
    let within = ["1", "3", #"{"after": 2}"#, #"{"before": 2}"#, #"{"after": 3, "before": 1}"#]
    let join = #"""
      {"join": {"stream": "b", "on": "$0.k", "within": \#(within[random.below(5)]), "kind": \#
      "\#(["inner", "left", "full"][random.below(3)])"\#(random.oneIn(3) ? #", "matches": "first""# : "")}}
      """#.split(separator: "\n").joined()
    switch random.below(9) {
    case 0, 1: return (#"{"input": "a", \#(reading), "operators": [\#(groups(&random))]}"#, ["a"])
    case 2, 3:
      return (#"{\#(both), "merge": ["a", "b"], "operators": [\#(groups(&random))]}"#, ["a", "b"])
    case 4: return (#"{\#(both), "from": "a", "operators": [\#(join)]}"#, ["a", "b"])
    case 5:
      let latest = #"""
        {"withLatestFrom": {"stream": "b", "on": "$0.k", "kind": "left"}}, {"map": {"expression": "$0[0]"}}
        """#
      return (
        #"{\#(both), "from": "a", "operators": [\#(latest), \#(groups(&random))]}"#, ["a", "b"]
      )
    case 6:
      let one = #"{"from": "a", "operators": [\#(groups(&random))]}"#
      let other = #"{"from": "b", "operators": [\#(groups(&random))]}"#
      return (#"{\#(both), "merge": [\#(one), \#(other)]}"#, ["a", "b"])
    case 7:
      // A join of the two inputs within each key, so that its end depends only on the key.
      let sides = ["a", "b"].map {
        #"{"from": "$group", "operators": [{"filter": {"expression": "$0.side == '\#($0)'"}}]}"#
      }
      let join =
        #"{"join": {"stream": \#(sides[1]), "within": \#(within[random.below(5)]), "kind": "\#(random.oneIn(2) ? "left" : "full")"}}"#
      let stream = sides[0].dropLast(2) + #", \#(join), \#(chain(ofRecords: false, &random))]}"#
      let groups = #"{"groupBy": {"key": "$0.k", "stream": \#(stream)}}"#
      return (#"{\#(both), "merge": ["a", "b"], "operators": [\#(groups)]}"#, ["a", "b"])
    default:
      let distinct = #"{"distinct": {"expression": "[$0.k, $0.v]"}}"#
      return (
        #"{\#(both), "merge": ["b", "a"], "operators": [\#(distinct), \#(groups(&random))]}"#,
        ["a", "b"]
      )
    }
  }
}
