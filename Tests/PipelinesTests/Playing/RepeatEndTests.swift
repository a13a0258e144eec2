import Marbles
import Reactive
import Testing

@testable import Pipelines
@testable import Playing

/// Repetition ends with the input or the group that provides the values.
@Suite struct RepeatEndTests {
  @Test(arguments: [
    // Two rounds and the rest of a third; nothing is left for a fourth.
    (#"{"prefix": {"count": 2}}, {"count": {}}, {"repeat": {}}"#, "2@2 2@4 1@5 |@5"),
    (#"{"prefix": {"count": 5}}, {"repeat": {}}"#, "1@0 1@2 1@3 1@4 1@5 |@5"),
    (#"{"prefix": {"count": 1}}, {"filter": {"expression": "false"}}, {"repeat": {}}"#, "|@5"),
    // The delay goes past the end: one round finds nothing.
    (#"{"prefix": {"count": 5}}, {"count": {}}, {"repeat": {"delay": 9}}"#, "5@5 0@14 |@14"),
    // A count is always reached.
    (
      #"{"prefix": {"count": 3}}, {"count": {}}, {"repeat": {"count": 4}}"#,
      "3@3 2@5 0@5 0@5 |@5"
    ),
  ])
  func `a repeating stream ends with its input, and with its group`(
    _ operators: String, _ result: String
  ) throws {
    #expect(
      try played(
        #"""
        {"input": "a", "time": "$0", "operators": [{"map": {"expression": "1"}}, \#(operators)]}
        """#, reading: ["a": "0\n2\n3\n4\n5\n"]) == result)
    #expect(
      try played(
        #"""
        {"marbles": "1-111(1|)",
         "operators": [{"groupBy": {"key": "$0", "operators": [\#(operators)]}}]}
        """#) == result)
    #expect(
      try played(
        #"""
        {"marbles": "1-111(1|)", "operators": [{"groupBy": {"key": "$0",
           "stream": {"from": "$group", "operators": [\#(operators)]}}}]}
        """#) == result)
  }

  @Test func `an empty stream without inputs is played again and again`() throws {
    let empty = try program(#"{"merge": [], "operators": [{"repeat": {"delay": 1}}]}"#)
    #expect(empty.play(Playback(until: Instant(nanoseconds: 3_000_000_000))).events.isEmpty)
    #expect(empty.extent.completion == .never)
  }

  @Test func `a stream with its own source is played again`() throws {
    #expect(
      try played(
        #"""
        {"marbles": "1|", "operators": [{"groupBy": {"key": "$0", "operators": [
           {"merge": {"streams": [{"marbles": "2|"}]}}, {"repeat": {}}, {"prefix": {"count": 3}}]}}]}
        """#) == "1@0 2@0 2@1 |@1")
  }
}
