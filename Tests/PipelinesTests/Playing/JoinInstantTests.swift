import Testing

@testable import Pipelines

/// A join within zero seconds pairs the values of one instant, regardless of their order.
@Suite struct JoinInstantTests {
  private func joined(_ first: String, _ second: String, _ words: String) throws -> String {
    try played(
      #"""
      {"definitions": {"b": {"marbles": "\#(second)"}},
       "marbles": "\#(first)", "operators": [{"join": {"stream": "b", "on": "$0", \#(words)}}]}
      """#)
  }

  @Test(arguments: [
    (#""within": 0"#, "[1,1]@2 |@2"),
    (#""within": {"before": 0, "after": 0}"#, "[1,1]@2 |@2"),
    (#""within": 0, "kind": "left""#, "[1,1]@2 |@2"),
    (#""within": 1"#, "[1,1]@2 |@2"),
    (#""within": 0, "instant": true"#, "[1,1]@2 |@2"),
    (#""within": {"before": 1}, "instant": true"#, "[1,1]@2 |@2"),
    (#""within": {"before": "forever"}"#, "[1,1]@2 |@2"),
    (#""within": "forever", "kind": "left""#, "[1,1]@2 |@2"),
  ])
  func `values of one instant pair in both orders`(_ words: String, _ result: String) throws {
    #expect(try joined("--(1|)", "--(1|)", words) == result)
    #expect(
      try played(
        #"""
        {"definitions": {"a": {"marbles": "--(1|)", "hot": true}, "b": {"marbles": "--(1|)", "hot": true}},
         "from": "b", "operators": [{"join": {"stream": "a", "on": "$0", \#(words)}}]}
        """#) == result)
  }

  @Test(arguments: [
    // Values at different instants or with different keys do not.
    ("1--2|", "-1-3|", #""within": 0"#, "|@4"),
    ("--1-|", "--2-1|", #""within": 0, "kind": "left""#, "[1,null]@2 |@4"),
    ("--(11|)", "--(11|)", #""within": 0"#, "[1,1]@2 [1,1]@2 [1,1]@2 [1,1]@2 |@2"),
    ("--(1|)", "--1", #""within": 0"#, "[1,1]@2 |@2"),
    ("--(12|)", "--1", #""within": 0, "kind": "left""#, "[1,1]@2 [2,null]@2 |@2"),
    // If one side has a time, nothing changes.
    ("--1-|", "--1-|", #""within": {"before": 1}"#, "|@4"),
    ("--1-|", "--1-|", #""within": {"before": "forever"}, "instant": false"#, "|@4"),
    // With 'instant', the null comes at the end of the instant, after what else happens then.
    (
      "1----|", "--1-|", #""within": {"after": 2}, "kind": "left", "instant": true"#,
      "[1,null]@2 |@5"
    ),
    (
      "1----|", "-1--|", #""within": {"before": 2}, "kind": "left", "instant": true"#,
      "[1,null]@0 |@5"
    ),
    ("--1-|", "-1-1|", #""within": {"before": 1}, "kind": "left", "instant": true"#, "[1,1]@2 |@4"),
    (
      "--1-|", "-11|", #""within": {"before": 1}, "kind": "left", "instant": true"#,
      "[1,1]@2 [1,1]@2 |@4"
    ),
    // A value expires at its time, but pairs within its own instant.
    ("1----|", "--1-|", #""within": "forever", "expires": "2""#, "|@5"),
    ("1----|", "--1-|", #""within": "forever", "expires": "2", "kind": "left""#, "[1,null]@2 |@5"),
    ("1----|", "1---|", #""within": "forever", "expires": "0""#, "[1,1]@0 |@5"),
    ("1----|", "--1-|", #""within": "forever", "expires": "null""#, "[1,1]@2 |@5"),
    ("1----|", "--1-|", #""within": 1, "expires": "9", "kind": "left""#, "[1,null]@1 |@5"),
    ("---1-|", "1---|", #""within": "forever", "otherExpires": "3""#, "|@4"),
    // A value takes one partner, and may share it.
    ("1-1--|", "-11--|", #""within": 3, "matches": "first""#, "[1,1]@1 [1,1]@2 |@5"),
    (
      "1---2|", "-11--|", #""within": 3, "matches": "first", "kind": "left""#,
      "[1,1]@1 [2,null]@5 |@5"
    ),
    // Both sides are emitted alone, and both must end.
    ("1-----|", "--2---|", #""within": 1, "kind": "full""#, "[1,null]@1 [null,2]@3 |@6"),
    ("1|", "--2-|", #""within": "forever", "kind": "full""#, "[null,2]@2 [1,null]@4 |@4"),
    ("--2-|", "1|", #""within": "forever", "kind": "full""#, "[2,null]@2 [null,1]@4 |@4"),
  ])
  func `only these values pair`(
    _ first: String, _ second: String, _ words: String, _ result: String
  ) throws {
    #expect(try joined(first, second, words) == result)
  }
}
