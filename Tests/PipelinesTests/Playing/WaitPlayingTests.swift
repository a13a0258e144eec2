import Pipelines
import Testing

/// Operators that wait for a time that depends on values or parameters.
@Suite struct WaitPlayingTests {
  /// An alerting rule with 'for' and 'keep_firing_for', for each job.
  @Test(arguments: [
    ("10m", "[true,\"A\",0.7]@600 [false,\"A\",0.3]@1500 |@1800"),
    (
      "3m",
      "[true,\"A\",0.6]@180 [true,\"B\",0.9]@480 [false,\"B\",0.2]@780 [false,\"A\",0.3]@1500 |@1800"
    ),
  ])
  func `an alert fires and keeps firing for the times of its rule`(
    hold: String, result: String
  ) throws {
    let text = #"""
      { "marbles": "a---bx--y---c-d-----e---------|", "frame": "1m", "values": {
          "a": {"job":"A","s":0.6}, "b": {"job":"A","s":0.7}, "c": {"job":"A","s":0.4},
          "d": {"job":"A","s":0.8}, "e": {"job":"A","s":0.3}, "x": {"job":"B","s":0.9},
          "y": {"job":"B","s":0.2} },
        "operators": [ { "groupBy": { "key": "$0.job", "operators": [
          { "sustained": { "expression": "$0.s > 0.5", "seconds": "\#(hold)", "release": "5m" } },
          { "map": { "expression": "[$0[0], $key, $0[1].s]" } } ] } } ] }
      """#
    #expect(try played(text) == result)
  }

  @Test func `two rules that end at one instant end in the order in which they began`() throws {
    let rule = #"{"sustained": {"expression": "true", "seconds": 3}}"#
    let late = #"{"sustained": {"expression": "true", "seconds": 2}}"#
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "---(9|)"}, {"marbles": "-1", "operators": [\#(late)]},
                   {"marbles": "2", "operators": [\#(rule)]}]}
        """#) == "[true,2]@3 [true,1]@3 9@3")
  }

  @Test(arguments: [
    (#"\"-1s\""#, "the delay is '-1s', which is negative, expected 0 or more"),
    ("-1", "the delay -1 is negative"),
    ("-0.5", "the delay -0.5 is negative"),
    ("1e300", "the delay 1e+300 is out of range"),
    ("9223372037", "the delay 9223372037 is out of range"),
    ("true", "the delay is a bool, expected seconds or a duration"),
    (#"\"soon\""#, "the delay is 'soon', expected a duration such as \"1h30m\""),
  ])
  func `a value without a valid delay is a failure at its instant`(
    value: String, message: String
  ) throws {
    let value = value.replacing("\\\"", with: "\"")
    let found = try played(
      #"""
      {"marbles": "-1x", "values": {"x": \#(value)},
       "operators": [{"delay": {"expression": "$0"}}]}
      """#)
    #expect(found == "1@2 #\(message) in \"$0\"@2")
  }

  @Test(arguments: [
    ("$0", "3@3 |@3"), ("duration('1m')", "3@60 |@60"), ("'1h30m'", "3@5400 |@5400"),
    ("double($0) / 2.0", "3@1.5 |@1.5"), ("0", "3@0 |@0"), ("0.1 * 3.0", "3@0.3 |@1"),
  ])
  func `a delay is seconds, a duration or a string`(expression: String, result: String) throws {
    let found = try played(
      #"{"marbles": "3|", "operators": [{"delay": {"expression": "\#(expression)"}}]}"#)
    // The completion of the diagram is at 1 s.
    #expect(found == result || found == result.replacing("|@0", with: "|@1"), "\(found)")
  }

  @Test func `a result that cannot be a delay is a mistake in the file`() {
    for expression in ["[1]", "true", "{'a': 1}", "null"] {
      let found = outcome {
        try played(
          #"{"marbles": "1|", "operators": [{"delay": {"expression": "\#(expression)"}}]}"#)
      }
      #expect(found.contains("expected seconds or a duration"), "\(found)")
    }
  }

  @Test func `more than a million waiting values are a failure`() throws {
    let found = try played(
      #"""
      {"sequence": "lists.range(1001)", "operators": [
        {"flatMap": {"stream": {"sequence": "lists.range(1000)"}}},
        {"rateLimit": {"count": 1, "seconds": 1, "overflow": "delay"}}]}
      """#)
    #expect(found == "0@0 #the rate limit: more than 1000000 values wait@0")
  }

  @Test(arguments: [
    "", #", "hot": true"#, #", "operators": [{"map": {"expression": "$0"}}]"#,
    #", "operators": [{"debounce": {"seconds": 0}}]"#,
  ])
  func `a join depends on events alone, and not on what a diagram will emit`(
    rest: String
  ) throws {
    // The value at 3 s could have a partner until 6 s, and the other diagram has one after that.
    #expect(
      try played(
        #"""
        {"marbles": "1--2|", "operators": [
          {"join": {"stream": {"marbles": "----2--------3"\#(rest)}, "on": "$0",
                    "within": {"after": 3}, "kind": "left"}},
          {"filter": {"expression": "$0[1] == null"}}]}
        """#) == "[1,null]@3 |@6")
    #expect(
      try played(
        #"""
        {"marbles": "a|", "operators": [
          {"join": {"stream": {"marbles": "----------b|"\#(rest)}, "within": 4}}]}
        """#) == "|@4")
  }

  @Test(arguments: [("--#", "#error@2"), ("---#", "|@3"), ("----#", "|@3")])
  func `a join waits for a failure while a pair is possible`(
    other: String, result: String
  ) throws {
    #expect(
      try played(
        ##"""
        {"marbles": "1|", "operators": [
          {"join": {"stream": {"marbles": "\##(other)"}, "within": 3}}]}
        """##) == result)
  }
}
