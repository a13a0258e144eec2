import Pipelines
import Testing

/// Streams that fail while they play.
@Suite struct FailureTests {
  @Test func `a failing expression ends the stream after the previous values`() throws {
    #expect(
      try played(values: "5", "0", "2", through: #"{"map": {"expression": "10 / $0"}}"#)
        == #"2@1 #division by zero in "10 / $0"@2"#)
  }

  @Test(arguments: [
    (#"{"map": {"expression": "$0.b"}}"#, "no such key 'b' in \"$0.b\""),
    (
      #"{"map": {"expression": "$0.a + 9223372036854775807"}}"#,
      "int overflow in \"$0.a + 9223372036854775807\""
    ),
    (
      #"{"filter": {"expression": "$0.a"}}"#,
      "a condition must be a bool, but this is an int in \"$0.a\""
    ),
    (
      #"{"scan": {"initialValue": 0, "expression": "$0 + $1.x"}}"#,
      "no such key 'x' in \"$0 + $1.x\""
    ),
  ])
  func `a failure has a reason and a place`(operators: String, message: String) throws {
    #expect(
      try played(items: #"{"value": {"a": 1, "c": []}}"#, operators: operators)
        == "#\(message)@0")
  }

  @Test func `delay delays a failure`() throws {
    #expect(
      try played(
        values: "5", "0", "2",
        through: #"{"map": {"expression": "10 / $0"}}, {"delay": {"seconds": 10}}"#)
        == #"2@11 #division by zero in "10 / $0"@12"#)
  }

  @Test func `a failure of an item passes through its later delays`() throws {
    let fails = #"{"map": {"expression": "1 / $0"}}"#
    #expect(
      try played(
        items: #"{"value": 7}, {"value": 0, "operators": [{"delay": {"seconds": 1}}, \#(fails), "#
          + #"{"delay": {"seconds": 2}}, {"map": {"expression": "1 % $0"}}, {"delay": {"seconds": 0}}]}, {"value": 8}"#
      ) == #"7@0 #division by zero in "1 / $0"@3"#)
    #expect(
      try played(items: #"{"value": 7}, {"value": 0, "operators": [\#(fails)]}, {"value": 8}"#)
        == #"7@0 #division by zero in "1 / $0"@0"#)
  }

  @Test func `nothing follows a failure`() throws {
    let items = Array(repeating: #"{"value": 0}"#, count: 100).joined(separator: ",")
    #expect(
      try played(items: items, operators: #"{"map": {"expression": "1 / $0"}}"#)
        == #"#division by zero in "1 / $0"@0"#)
  }

  @Test(arguments: [
    // Items that play one after another.
    (
      #"{"value": 1, "operators": [{"delay": {"seconds": 5e9}}]}, {"value": 2, "operators": [{"delay": {"seconds": 5e9}}]}"#,
      "", "1@5000000000", "5000000000"
    ),
    // Within one item.
    (
      #"{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 5e9}}, {"delay": {"seconds": 5e9}}]}"#,
      "", "1@0", "5000000000"
    ),
    // By a delay of the stream.
    (
      #"{"value": 1, "operators": [{"delay": {"seconds": 5e9}}]}"#,
      #"{"delay": {"seconds": 5e9}}"#, "", "5000000000"
    ),
    // To the very last nanosecond.
    (
      #"{"value": 1, "operators": [{"delay": {"seconds": 9223372036.854775806}}]}, {"value": 2, "operators": [{"delay": {"seconds": 1e-9}}]}"#,
      "", "1@9223372036.854775806", "9223372036.854775806"
    ),
  ])
  func `time beyond the limit is a failure`(
    items: String, operators: String, before: String, at: String
  ) throws {
    let message = "time overflow: the next event is due after 9223372036.854775807 seconds"
    #expect(
      try played(items: items, operators: operators)
        == "\(before)\(before.isEmpty ? "" : " ")#\(message)@\(at)")
  }

  @Test func `values before the overflow are still emitted`() throws {
    #expect(
      try played(
        items: #"{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 8e9}}]}, "#
          + #"{"value": 3, "operators": [{"delay": {"seconds": 8e9}}]}"#,
        operators: #"{"delay": {"seconds": 1e9}}"#
      ).hasPrefix("1@1000000000 2@9000000000 #time overflow"))
  }
}
