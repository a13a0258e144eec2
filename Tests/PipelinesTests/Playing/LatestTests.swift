import Pipelines
import Testing

/// Definitions that are played once and keep their latest value.
@Suite struct LatestTests {
  private func played(
    _ definition: String, _ stream: String, reading records: [String: String] = [:]
  ) throws -> String {
    try PipelinesTests.played(
      #"{"definitions": {"mode": {"latest": true, \#(definition)}}, \#(stream)}"#,
      reading: records)
  }

  @Test func `a later subscriber receives the latest value, and then what comes`() throws {
    let inner = #"{"from": "mode", "operators": [{"map": {"expression": "[$outer, $0]"}}]}"#
    #expect(
      try played(
        #""marbles": "1--2-3|""#,
        #""merge": ["mode", {"marbles": "--7|", "operators": [{"flatMap": {"stream": \#(inner)}}]}]"#
      )
        == "1@0 [7,1]@2 2@3 [7,2]@3 3@5 [7,3]@5 |@6")
  }

  @Test(arguments: [
    (#""marbles": "1-2|""#, "2@9 |@9"), (#""marbles": "1-2#""#, "#error@9"),
    (#""marbles": "-|""#, "|@9"), (#""sequence": [1, 2, 3]"#, "3@9 |@9"),
  ])
  func `after its end, it is the latest value and the completion, or the failure alone`(
    _ definition: String, _ events: String
  ) throws {
    #expect(
      try played(
        definition,
        #"""
        "merge": [{"from": "mode", "operators": [{"ignoreOutput": {}},
                    {"catch": {"stream": {"sequence": []}}}]},
                  {"marbles": "---------(x|)", "operators": [{"flatMap": {"stream": "mode"}}]}]
        """#) == events)
  }

  @Test func `it begins with its first use, and is never cancelled`() throws {
    #expect(
      try played(
        #""marbles": "1-2-3|""#,
        #""append": [{"marbles": "--|"}, {"from": "mode", "operators": [{"prefix": {"count": 1}}]}, {"marbles": "---|"}, "mode"]"#
      )
        == "1@2 2@5 3@6 |@7")
  }

  @Test func `with an input, it begins with the playback`() throws {
    let rates = #"{"t":0,"rate":2} {"t":5,"rate":3}"#.lines
    let orders = #"{"t":0,"n":1} {"t":4,"n":10} {"t":6,"n":100}"#.lines
    #expect(
      try played(
        #""input": "rates", "time": "$0.t", "operators": [{"map": {"expression": "$0.rate"}}]"#,
        #"""
        "input": "orders", "time": "$0.t", "operators": [{"flatMap": {"stream": {"from": "mode",
          "operators": [{"prefix": {"count": 1}}, {"map": {"expression": "$outer.n * $0"}}]}}}]
        """#, reading: ["rates": rates, "orders": orders]) == "2@0 20@4 300@6 |@6")
  }

  @Test func `all groups share it`() throws {
    #expect(
      try played(
        #""marbles": "1---2|""#,
        #"""
        "marbles": "a-b-a-|", "operators": [{"groupBy": {"key": "$0", "operators": [
          {"withLatestFrom": {"stream": "mode"}}, {"map": {"expression": "$key + string($0[1])"}}]}}]
        """#) == #""b1"@2 "a1"@4 |@6"#)
  }

  @Test func `it cannot depend on what uses it`() throws {
    #expect(throws: (any Error).self) {
      try played(
        #""marbles": "1|", "operators": [{"map": {"expression": "$outer"}}]"#,
        #""marbles": "1|", "operators": [{"flatMap": {"stream": "mode"}}]"#)
    }
  }

  @Test func `what a test plays instead is kept, too`() throws {
    let document = #"""
      {"definitions": {"mode": {"latest": true, "marbles": "1|"}},
       "marbles": "--x-x|", "operators": [{"flatMap": {"stream": {"from": "mode",
         "operators": [{"prefix": {"count": 1}}]}}}],
       "tests": [{"inputs": {"mode": "7-8-9|"}, "expect": "--7-7|"}]}
      """#
    #expect(passes(document))
  }
}
