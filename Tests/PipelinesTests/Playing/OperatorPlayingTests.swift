import Pipelines
import Testing

/// Operators on items and on the whole stream.
@Suite struct OperatorPlayingTests {
  @Test func `delay delays values and the end`() throws {
    #expect(
      try played(values: "1", "2", through: #"{"delay": {"seconds": 0.5}}"#) == "1@1.5 2@2.5 |@2.5")
  }

  @Test func `consecutive delays add up`() throws {
    #expect(
      try played(
        values: "1", "2",
        through: #"{"delay": {"seconds": 3}}, {"delay": {"seconds": 0}}, {"delay": {"seconds": 4}}"#
      ) == "1@8 2@9 |@9")
  }

  @Test func `filter, map, dropFirst and scan work in the order written`() throws {
    #expect(
      try played(
        values: "1", "2", "3", "4", "5",
        through: #"{"filter": {"expression": "$0 != 3"}}, {"map": {"expression": "$0 * 10"}}, "#
          + #"{"dropFirst": {"count": 1}}, {"scan": {"initialValue": 1, "expression": "$0 + $1"}}"#
      ) == "21@2 61@4 111@5 |@5")
    #expect(
      try played(
        values: "1", "2", "3", "4", "5",
        through: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}, "#
          + #"{"filter": {"expression": "$0 % 2 == 1"}}, {"dropFirst": {"count": 1}}"#)
        == "3@2 15@5 |@5")
  }

  @Test func `a percent sign represents the next value`() throws {
    #expect(
      try played(
        values: "1", "3", "5",
        through: #"{"filter": {"expression": "%d != 3"}}, "#
          + #"{"scan": {"initialValue": 0, "expression": "%d + %d"}}"#) == "1@1 6@3 |@3")
  }

  @Test(arguments: [
    (0, "1@1 2@2 3@3 |@3"), (1, "2@2 3@3 |@3"), (3, "|@3"), (4, "|@3"), (Int.max, "|@3"),
  ])
  func `dropFirst drops the given number of values`(count: Int, timeline: String) throws {
    #expect(
      try played(values: "1", "2", "3", through: #"{"dropFirst": {"count": \#(count)}}"#)
        == timeline)
  }

  @Test func `an operator of an item has its own state`() throws {
    let scan = #"{"scan": {"initialValue": 10, "expression": "$0 + $1"}}"#
    let drop = #"{"dropFirst": {"count": 1}}"#
    #expect(
      try played(
        items: #"{"value": 1, "operators": [\#(scan)]}, {"value": 2, "operators": [\#(scan)]}, "#
          + #"{"value": 3, "operators": [\#(scan), \#(scan)]}, {"value": 4, "operators": [\#(drop)]}, "#
          + #"{"value": 5, "operators": [\#(drop)]}, {"value": 6, "operators": [{"dropFirst": {"count": 0}}]}"#
      ) == "11@0 12@0 23@0 6@0 |@0")
  }

  @Test(arguments: [
    (#"{"delay": {"seconds": 1}}, {"filter": {"expression": "false"}}"#, 1),
    (#"{"filter": {"expression": "false"}}, {"delay": {"seconds": 1}}"#, 1),
    (#"{"dropFirst": {"count": 1}}, {"delay": {"seconds": 1}}, {"delay": {"seconds": 2}}"#, 3),
    (#"{"delay": {"seconds": 1}}, {"dropFirst": {"count": 1}}, {"delay": {"seconds": 2}}"#, 3),
  ])
  func `an item whose value is dropped still takes time`(
    operators: String, seconds: Int
  ) throws {
    #expect(
      try played(
        items: #"{"value": 0}, {"value": 1, "operators": [\#(operators)]}, {"value": 2}"#)
        == "0@0 2@\(seconds) |@\(seconds)")
  }

  @Test func `operators after a dropped value are not evaluated`() throws {
    #expect(
      try played(
        values: "0", "5",
        through: #"{"filter": {"expression": "$0 > 0"}}, {"map": {"expression": "10 / $0"}}"#)
        == "2@2 |@2")
    #expect(
      try played(
        items: #"{"value": 0, "operators": [{"filter": {"expression": "$0 > 0"}}, "#
          + #"{"delay": {"seconds": 1}}, {"map": {"expression": "10 / $0"}}]}"#) == "|@1")
  }

  @Test func `an expression reads the virtual time at its place`() throws {
    let time = #"{"map": {"expression": "[$time]"}}"#
    #expect(
      try played(
        items: #"{"value": 0, "operators": [{"delay": {"seconds": 1.5}}, \#(time)]}, "#
          + #"{"value": 0, "operators": [\#(time), {"delay": {"seconds": 2}}]}"#)
        == "[1.5]@1.5 [1.5]@3.5 |@3.5")
    #expect(
      try played(
        values: "0",
        through: #"\#(time), {"delay": {"seconds": 4}}, {"map": {"expression": "$0 + [$time]"}}"#
      ) == "[1.0,5.0]@5 |@5")
  }

  @Test func `scan accepts any type of result`() throws {
    #expect(
      try played(
        values: "1", "2.5", "3",
        through: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}"#)
        == "1@1 3.5@2 6.5@3 |@3")
    #expect(
      try played(
        values: "1", "2",
        through: #"{"scan": {"initialValue": null, "expression": "$0 == null ? $1 : $0 + $1"}}"#)
        == "1@1 3@2 |@2")
    #expect(
      try played(
        values: "1", "2",
        through: #"{"scan": {"initialValue": [], "expression": "$0 + [$1]"}}"#)
        == "[1]@1 [1,2]@2 |@2")
    #expect(
      try played(
        values: #""b""#, #""a""#,
        through: #"{"scan": {"initialValue": "", "expression": "$0 + $1"}}"#)
        == #""b"@1 "ba"@2 |@2"#)
  }

  @Test func `one expression can process values of several kinds`() throws {
    #expect(
      try played(
        values: "1", "1.0", #""x""#, "null", "[1]",
        through: #"{"map": {"expression": "$0 == 1"}}"#)
        == "true@1 true@2 false@3 false@4 false@5 |@5")
  }
}
