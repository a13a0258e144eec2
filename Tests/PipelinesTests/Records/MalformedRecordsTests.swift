import Pipelines
import Testing

/// Records that cannot be read or do not meet the condition of their input, as the file treats them.
@Suite struct MalformedRecordsTests {
  private static let records = [
    #"{"t":0,"v":1}"#, #"{"t":1,"v":-2}"#, "oops", #"{"t":2,"v":3}"#, #"{"v":9}"#, #"{"t":3}"#,
  ].joined(separator: "\n")

  private func played(_ terms: String, overriding policy: BadRecordPolicy? = nil) throws -> String {
    let document = #"""
      {"merge": [{"input": "in", "time": "$0.t", \#(terms), "operators": [{"map": {"expression": "$0.t"}}]},
                 {"from": "bad", "operators": [{"map": {"expression": "[$0.line, $0.text, $0.error]"}}]}],
       "definitions": {"other": {"marbles": "0|", "operators": [
         {"map": {"expression": "1 / $0", "onError": {"output": "bad"}}}]}}}
      """#
    return try PipelinesTests.played(
      document, reading: ["in": Self.records], badRecords: policy)
  }

  @Test func `malformed records are sent to an output at the current time`() throws {
    #expect(
      try played(#""malformed": {"output": "bad"}"#) == #"""
        0@0 1@1 [3,"oops","not JSON at byte 1: unknown word 'oops', expected a value"]@1 2@2 \#
        [5,"{\"v\":9}","no such key 't' in \"$0.t\""]@2 3@3 |@3
        """#)
  }

  @Test func `a record that does not meet the condition is malformed`() throws {
    #expect(
      try played(#""require": "$0.v > 0", "malformed": {"output": "bad"}"#) == #"""
        0@0 [2,"{\"t\":1,\"v\":-2}","it does not meet 'require', \"$0.v > 0\""]@0 \#
        [3,"oops","not JSON at byte 1: unknown word 'oops', expected a value"]@0 2@2 \#
        [5,"{\"v\":9}","no such key 't' in \"$0.t\""]@2 \#
        [6,"{\"t\":3}","it cannot meet 'require': no such key 'v' in \"$0.v > 0\""]@2 |@2
        """#)
  }

  @Test func `malformed records are skipped, or end the stream`() throws {
    #expect(try played(#""require": "$0.v > 0", "malformed": "skip""#) == "0@0 2@2 |@2")
    for terms in [#""require": "$0.v > 0""#, #""require": "$0.v > 0", "malformed": "fail""#] {
      #expect(
        try played(terms)
          == #"0@0 #input 'in', record 2: it does not meet 'require', "$0.v > 0"@0"#)
    }
  }

  @Test func `a policy from outside comes before that of the file`() throws {
    #expect(
      try played(#""require": "$0.v > 0", "malformed": {"output": "bad"}"#, overriding: .skip)
        == "0@0 2@2 |@2")
    #expect(
      try played(#""require": "$0.v > 0", "malformed": "skip""#, overriding: .fail)
        == #"0@0 #input 'in', record 2: it does not meet 'require', "$0.v > 0"@0"#)
  }

  @Test func `too many malformed records end the stream, also if an output receives them`() throws {
    let document = #"""
      {"merge": [{"input": "in", "malformed": {"output": "bad"}},
                 {"from": "bad", "operators": [{"map": {"expression": "$0.line"}}]}]}
      """#
    var bindings = InputBindings(["in": .text("no\n1\nno\nno\n2\n")])
    bindings.badRecordLimit = .count(1)
    #expect(
      try program(document).play(Playback(), inputs: bindings).brief
        == "1@0 1@0 #input 'in': 2 of 3 records are bad; the limit is 1@0")
  }

  @Test func `records that are held to be sorted do not hold back a malformed one`() throws {
    #expect(
      try played(#""late": {"reorder": 5}, "require": "$0.v > 1", "malformed": {"output": "bad"}"#)
        .hasPrefix(#"[1,"{\"t\":0,\"v\":1}""#))
  }

  @Test func `records without times keep their distance around a malformed one`() throws {
    let document = #"""
      {"merge": [{"input": "in", "every": 2, "malformed": {"output": "bad"}},
                 {"from": "bad", "operators": [{"map": {"expression": "$0.line"}}]}]}
      """#
    #expect(
      try PipelinesTests.played(document, reading: ["in": "no 1 no 2".lines])
        == "1@0 1@0 3@0 2@2 |@2")
  }

  @Test func `a test states records that must meet the condition, too`() throws {
    let document = #"""
      {"merge": [{"input": "in", "time": "$0", "require": "$0 > 1", "malformed": {"output": "bad"}},
                 {"from": "bad", "operators": [{"map": {"expression": "$0.text + '!'"}}]}],
       "tests": [{"inputs": {"in": "1-2|"}, "expect": {"marbles": "a-2|", "values": {"a": "1!"}}}]}
      """#
    #expect(passes(document))
  }
}
