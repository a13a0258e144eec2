import Pipelines
import Testing

/// What random aggregates do not show: numbers that JSON does not have, long and odd expressions, and
/// the cost of conditions.
@Suite struct AggregateTests {
  private func played(_ values: String, _ functions: String, _ more: String = "") throws -> String {
    try PipelinesTests.played(
      #"{"sequence": \#(values), "operators": [{"aggregate": {\#(more)"values": \#(functions)}}]}"#)
  }

  @Test(arguments: [
    ("[1e308, 1e308]", #"{"n": {"sum": "$0"}}"#, "#'sum' is Infinity, which JSON does not have@0"),
    (
      "[-1e308, -1e308]", #"{"n": {"avg": "$0"}}"#,
      "#'avg' is -Infinity, which JSON does not have@0"
    ),
    (
      "[1e200, -1e200]", #"{"n": {"variance": "$0"}}"#,
      "#'variance' is Infinity, which JSON does not have@0"
    ),
    ("[0.1, 0.2, 0.3]", #"{"n": {"sum": "$0"}}"#, #"{"n":0.6}@0 |@0"#),
    ("[1e16, 1, -1e16]", #"{"n": {"sum": "$0"}}"#, #"{"n":1.0}@0 |@0"#),
    (
      "[9223372036854775807, 1]", #"{"n": {"sum": "$0"}}"#,
      "#a sum of ints overflows; add doubles instead@0"
    ),
    (
      #"[1, "a"]"#, #"{"n": {"max": "$0"}}"#,
      "#'max' cannot be applied to an int and a string, expected only numbers, only strings or only "
        + "bools; leave others out with 'where'@0"
    ),
    (
      "[1, null]", #"{"n": {"min": "$0"}}"#,
      "#'min' of null, expected a number, a string or a bool; leave it out with 'where'@0"
    ),
    ("[1, 2]", #"{"n": {"sum": "$0 // the price", "where": "$0 > 1 // dear"}}"#, #"{"n":2}@0 |@0"#),
    ("[1, 2]", #"{"it's": {"count": true}}"#, #"{"it's":2}@0 |@0"#),
  ])
  func `results are those of JSON, of any expression`(
    _ values: String, _ functions: String, _ events: String
  ) throws {
    #expect(try played(values, functions) == events)
  }

  /// A value that begins the next window is taken out of the one before.
  @Test func `each function takes a value out again`() throws {
    let functions = #"""
      {"count": {"count": true}, "sum": {"sum": "$0"}, "last": {"last": true}, "max": {"max": "$0"},
       "top": {"top": 2}, "distinct": {"countDistinct": "$0"}, "list": {"list": true},
       "middle": {"percentile": "$0", "p": 50}, "variance": {"variancePop": "$0"}}
      """#
    let first =
      #"{"count":3,"sum":7,"last":3,"max":3,"top":[3,3],"distinct":2,"list":[1,3,3],"middle":3.0,"variance":"#
    let second =
      #"{"count":1,"sum":9,"last":9,"max":9,"top":[9],"distinct":1,"list":[9],"middle":9.0,"variance":0.0}"#
    let events = try played("[1, 3, 3, 9]", functions, #""startsWhen": "$0 > 5", "#)
    #expect(events.hasPrefix(first))
    #expect(events.hasSuffix("\(second)@0 |@0"))
  }

  /// With a list that was copied for each value, this would take minutes.
  @Test func `a condition does not copy the values of a window`() throws {
    let events = try PipelinesTests.played(
      #"""
      {"sequence": "lists.range(100000)", "operators": [
        {"aggregate": {"endsWhen": "$0 == 99999", "values": {
          "l": {"list": true}, "d": {"countDistinct": "$0"}, "t": {"top": 5000}}}},
        {"map": {"expression": "[$0.l.size(), $0.d, $0.t.size()]"}}]}
      """#)
    #expect(events == "[100000,100000,5000]@0 |@0")
  }

  @Test func `many long expressions are checked one by one`() throws {
    let sum = Array(repeating: "$0", count: 900).joined(separator: " + ")
    let functions = (0..<60).map { #""f\#($0)": {"sum": "\#(sum)"}"# }.joined(separator: ", ")
    #expect(try played("[1]", "{\(functions)}").hasPrefix(#"{"f0":900,"#))
  }
}
