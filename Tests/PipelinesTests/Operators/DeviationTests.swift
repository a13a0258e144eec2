import Foundation
import Pipelines
import Testing

/// Differences between operators and their namesakes in Combine or RxJS: a case for every row of
/// the table in Operators.md.
@Suite struct DeviationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let row: String
    let source: String
    let operators: String
    let result: String

    var testDescription: String { "\(row): \(operators)" }

    init(_ row: String, _ source: String, _ operators: String, _ result: String) {
      self.row = row
      self.source = source
      self.operators = operators
      self.result = result
    }
  }

  static let cases: [Case] = timing + ending + equality + others

  /// Emits `[value, 0]` at once and `[value, 9]` two seconds later.
  private static let echo = #"""
    {"append": [{"sequence": [0]}, {"marbles": "--9|"}],
     "operators": [{"map": {"expression": "[$outer, $0]"}}]}
    """#

  private static let timing: [Case] = [
    .init("`delay`", #""marbles": "a|""#, #"{"delay": {"seconds": 2}}"#, #""a"@2 |@3"#),
    .init("`delay`", ##""marbles": "a#""##, #"{"delay": {"seconds": 2}}"#, ##""a"@2 #error@3"##),
    .init("`debounce`", #""marbles": "a-b|""#, #"{"debounce": {"seconds": 2}}"#, "|@3"),
    .init(
      "`debounce`", #""marbles": "a-b|""#, #"{"debounce": {"seconds": 2, "atEnd": "emit"}}"#,
      #""b"@3 |@3"#),
    .init(
      "`throttle`", #""marbles": "1234|""#,
      #"{"throttle": {"seconds": 2, "trailing": false}}"#, "1@0 4@3 |@4"),
    .init(
      "`throttle`", #""marbles": "123-|""#, #"{"throttle": {"seconds": 2}}"#, "1@0 3@2 |@4"),
    .init(
      "`throttle`, `timeout`", #""marbles": "12|""#,
      #"{"throttle": {"seconds": 2}}, {"flatMap": {"stream": \#(echo)}}"#,
      "[1,0]@0 [2,0]@2 [1,9]@2 [2,9]@4 |@5"),
    .init(
      "`throttle`, `timeout`", #""marbles": "1""#,
      #"{"timeout": {"seconds": 2}}, {"flatMap": {"stream": \#(echo)}}"#,
      "[1,0]@0 #timeout@2"),
    .init(
      #"`debounce` with `"atEnd": "emit"`"#,
      #"""
      "merge": [
        {"marbles": "12---|", "operators": [{"debounce": {"seconds": 2, "atEnd": "emit"}}]},
        {"stream": [
          {"value": 0, "operators": [{"delay": {"seconds": 1.5}}, {"filter": {"expression": "false"}}]},
          {"value": 3, "operators": [{"delay": {"seconds": 1.5}}]}]}]
      """#, #"{"dropFirst": {"count": 0}}"#, "2@3 3@3 |@5"),
    .init(
      #"`timeout {"seconds": 0}`"#, #""marbles": "1-2|""#, #"{"timeout": {"seconds": 0}}"#,
      "1@0 #timeout@0"),
    .init(
      #"`timeout {"seconds": 0}`"#, #""marbles": "(12)-3|""#, #"{"timeout": {"seconds": 0}}"#,
      "1@0 2@0 #timeout@0"),
    .init("`timeout`", #""marbles": "1""#, #"{"timeout": {"seconds": 2}}"#, "1@0 #timeout@2"),
    .init(
      "`measureInterval`", #""marbles": "-1-2|""#, #"{"measureInterval": {}}"#, "1.0@1 2.0@3 |@4"),
    .init(
      "`collect {seconds}`", #""marbles": "--1------2|""#, #"{"collect": {"seconds": 3}}"#,
      "[1]@3 [2]@10 |@10"),
    .init(
      "`collect {seconds}`", #""marbles": "--12|""#, #"{"collect": {"seconds": 3}}"#,
      "[1]@3 [2]@4 |@4"),
    .init(
      "`collect {gap}`", #""marbles": "12--3|""#, #"{"collect": {"gap": 2}}"#,
      "[1,2]@3 [3]@5 |@5"),
    .init(
      "`sample {stream}`", #""marbles": "12|""#, #"{"sample": {"stream": {"marbles": "-x|"}}}"#,
      "1@1 |@2"),
    .init(
      "`sample {seconds}`",
      #"""
      "merge": [{"marbles": "1----2---|"}, {"stream": [
        {"value": 0, "operators": [{"delay": {"seconds": 4.5}}, {"filter": {"expression": "false"}}]},
        {"value": 3, "operators": [{"delay": {"seconds": 1.5}}]}]}]
      """#, #"{"sample": {"seconds": 2}}"#, "1@2 3@6 |@9"),
  ]

  private static let ending: [Case] = [
    .init("`first`, `last`", #""marbles": "--|""#, #"{"first": {}}"#, "|@2"),
    .init("`first`, `last`", #""marbles": "--|""#, #"{"last": {}}"#, "|@2"),
    .init(
      "`zip`", #""marbles": "1-|""#, #"{"zip": {"streams": [{"marbles": "-2-3"}]}}"#,
      "[1,2]@1 |@2"),
    .init(
      "`combineLatest`", #""marbles": "-|""#,
      #"{"combineLatest": {"streams": [{"marbles": "1-2-|"}]}}"#, "|@4"),
    .init(
      "`dropUntilOutput`", #""marbles": "1-2-3|""#,
      #"{"dropUntilOutput": {"stream": {"marbles": "-|"}}}"#, "|@1"),
    .init(
      "`prefixUntilOutput`", #""marbles": "1-2|""#,
      ##"{"prefixUntilOutput": {"stream": {"marbles": "-#"}}}"##, "1@0 2@2 |@3"),
    .init(
      "`reduce`, `scan`", #""sequence": []"#,
      #"{"reduce": {"initialValue": 7, "expression": "$0 + $1"}}"#, "7@0 |@0"),
  ]

  private static let equality: [Case] = [
    .init("`min`, `max`", #""sequence": [1, 1.0]"#, #"{"min": {}}"#, "1@0 |@0"),
    .init("`min`, `max`", #""sequence": [1, 1.0]"#, #"{"max": {}}"#, "1@0 |@0"),
    .init(
      "`removeDuplicates`, `distinct`, `contains {value}`, `groupBy`",
      #""sequence": [1, 1.0, [2], [2.0]]"#, #"{"removeDuplicates": {}}"#, "1@0 [2]@0 |@0"),
    .init(
      "`removeDuplicates`, `distinct`, `contains {value}`, `groupBy`",
      #""sequence": [1, [2], 1.0, [2.0]]"#, #"{"distinct": {}}"#, "1@0 [2]@0 |@0"),
    .init(
      "`removeDuplicates`, `distinct`, `contains {value}`, `groupBy`", #""sequence": [1]"#,
      #"{"contains": {"value": 1.0}}"#, "true@0 |@0"),
  ]

  private static let others: [Case] = [
    .init(
      "`withLatestFrom`", #""marbles": "1-2|""#,
      #"{"withLatestFrom": {"stream": {"marbles": "-x|"}}}"#, #"[2,"x"]@2 |@3"#),
    .init(
      "`flatMap`", #""marbles": "12|""#,
      #"{"flatMap": {"maxPublishers": 1, "stream": {"marbles": "--x|"}}}"#,
      #""x"@2 "x"@5 |@6"#),
    .init(
      "`groupBy`", #""sequence": [1, 2, 3]"#,
      #"{"groupBy": {"key": "$0 % 2", "operators": [{"count": {}}]}}"#, "2@0 1@0 |@0"),
    .init(
      "`materialize`", ##""marbles": "1#""##, #"{"materialize": {}}"#,
      #"{"value":1}@0 {"completion":"failure","error":"error"}@1 |@1"#),
    .init("`print`", #""marbles": "1|""#, #"{"print": {}}"#, "1@0 |@1"),
    .init(
      "`retry`, `repeat`", #""sequence": []"#,
      #"{"repeat": {"count": 2000}}, {"repeat": {"count": 2000}}"#,
      "#time does not advance: more than 1000000 subscriptions at one instant without an event@0"),
  ]

  @Test(arguments: cases)
  func `a row of the table is correct`(item: Case) throws {
    #expect(try played("{\(item.source), \"operators\": [\(item.operators)]}") == item.result)
  }

  @Test func `every row of the table has a case`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Pipelines/Pipelines.docc/Operators.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let rows = lines.drop { $0 != "## Differences from Combine and RxJS" }.dropFirst()
      .prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
    #expect(!rows.isEmpty)
    #expect(Set(rows) == Set(Self.cases.map(\.row)))
  }
}
