import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import StreamModels

/// Parts of documents that cannot be written as Flink SQL, with place, reason and alternative.
struct FlinkSQLRefusalTests {
  /// Returns the mistakes, one per line, without the parts that all of them share.
  private func refusals(_ document: String, _ mode: FlinkMode = .streaming) -> [String] {
    do throws(FlinkSQLFailure) {
      return [try FlinkSQLSource(SourceText(name: "t.json", document), mode: mode).text]
    } catch {
      return error.diagnostics.items.map {
        $0.description.replacing("cannot be written as Flink SQL", with: "…")
      }
    }
  }

  /// Returns the mistakes of operators after an input.
  private func refusals(of operators: String, _ mode: FlinkMode = .streaming) -> [String] {
    refusals(
      #"{"input": "a", "time": "$0.t", "origin": "epoch", "operators": [\#(operators)]}"#, mode)
  }

  @Test func `refuses an operator with its place, the reason and an alternative`() {
    #expect(
      refusals(of: #"{"debounce": {"seconds": 5}}"#) == [
        "t.json:1:78: error: 'debounce' …: Flink SQL has no timers that a query can set; play the stream file with 'stream-run', or with '--target spark'"
      ])
  }

  @Test func `refuses a part of an expression at its place`() {
    #expect(
      refusals(of: #"{"filter": {"expression": "$0.n > 3 && $0.x < 'b'"}}"#) == [
        "t.json:1:104: error: '<' of strings or bools …: SQL orders them differently; compare "
          + "ints, or times as seconds"
      ])
  }

  @Test func `reports all obstacles at once`() {
    let found = refusals(
      of: #"""
        {"throttle": {"seconds": 5}}, {"filter": {"expression": "$0.a + $0.b == 2"}},
        {"scan": {"initialValue": 0, "expression": "$0 + 1"}}
        """#)
    #expect(found.count == 3)
    #expect(found[0].contains("'throttle' …"))
    #expect(found[1].contains("'+' of values of unknown types …"))
    #expect(found[2].contains("'scan' …"))
  }

  @Test(arguments: [
    (#"{"input": "a"}"#, "an input without 'time' …"),
    (#"{"input": "a", "time": "$0.t"}"#, "times that count from the first record …"),
    (
      #"{"input": "a", "time": "$0.t", "origin": "epoch", "late": "drop"}"#,
      "'late' that drops or moves records …"
    ),
    (
      #"{"input": "a", "time": "$0.t", "origin": "epoch", "late": {"reorder": 1, "then": "now"}}"#,
      "'late' that drops or moves records …"
    ),
    (
      #"{"input": "a", "time": "$0.t", "origin": "epoch", "records": "csv"}"#,
      "'records' other than \"ndjson\" …"
    ),
    (
      #"{"input": "a", "time": "timestamp($0.t, 'yyyy', 'UTC')", "origin": "epoch"}"#,
      "'timestamp' of such values …"
    ),
    (#"{"sequence": [1]}"#, "a source whose values are in the stream file …"),
  ]) func `refuses an input whose records a job would order differently`(
    document: String, message: String
  ) {
    let found = refusals(document)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test(arguments: [
    (
      #"{"pattern": {"steps": [{"name": "a"}, {"not": "$0.n > 1", "seconds": 2}]}}"#,
      "a wait in 'pattern' …"
    ),
    (
      #"{"pattern": {"within": 2, "steps": [{"name": "a"}, {"not": "$0.n > 1"}]}}"#,
      "a wait in 'pattern' …"
    ),
    (
      #"{"pattern": {"next": "afterEnd", "steps": [{"name": "a"}]}}"#,
      "'afterEnd' in 'pattern' …"
    ),
    (
      #"{"pattern": {"next": "atLast", "steps": [{"name": "a"}]}}"#,
      "'atLast' of one value in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a", "optional": true}, {"name": "b"}]}}"#,
      "'optional' in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a", "times": {"minimum": 1}, "greedy": true}, {"name": "b"}]}}"#,
      "'greedy' in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a", "times": {"minimum": 2}}, {"name": "b"}]}}"#,
      "a list of any length in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"times": {"minimum": 2}}, {"name": "b", "contiguous": true}]}}"#,
      "a list of any length in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a", "times": 2000000000}]}}"#,
      "more than 100 values in 'pattern' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a"}, {"name": "b", "where": "$0.n > $match.a.n"}]}}"#,
      "'$match' …"
    ),
    (
      #"{"pattern": {"steps": [{"name": "a"}, {"name": "b", "where": "$0.n > $1.n"}]}}"#,
      "'$1' …"
    ),
    (#"{"collect": {"count": 2}}"#, "'count' in 'collect' …"),
    (
      #"{"aggregate": {"seconds": 2, "sliding": true, "values": {"n": {"count": true}}}}"#,
      "'sliding' in 'aggregate' …"
    ),
    (
      #"{"aggregate": {"values": {"n": {"count": true}}}}"#,
      "'aggregate' without 'seconds' or 'gap' …"
    ),
    (
      #"{"aggregate": {"seconds": 2, "values": {"n": {"first": true}}}}"#,
      "'first' of 'aggregate' …"
    ),
    (
      #"{"aggregate": {"seconds": 2, "values": {"n": {"max": "$0.n", "where": "$0.n > 1"}}}}"#,
      "'where' beside 'max' …"
    ),
    (#"{"collect": {"seconds": 3, "every": 2}}"#, "'every' of this length in 'collect' …"),
    (#"{"collect": {"seconds": 1, "every": 2}}"#, "'every' of this length in 'collect' …"),
    (#"{"collect": {"seconds": 0.0001}}"#, "'seconds' of this length …"),
    (#"{"collect": {"seconds": 2}}"#, "the arrays of windows …"),
    (
      #"{"collect": {"seconds": 2}}, {"distinct": {}}, {"map": {"expression": "$0.size()"}}"#,
      "an operator on arrays of windows …"
    ),
    (
      #"{"collect": {"seconds": 2}}, {"map": {"expression": "$0[0].n"}}"#,
      "an element of a window's array …"
    ),
    (
      #"{"collect": {"seconds": 2}}, {"map": {"expression": "$0.map(x, double(x.n)).sum()"}}"#,
      "a sum of doubles …"
    ),
    (
      #"{"collect": {"seconds": 2}}, {"map": {"expression": "size($0)"}}, {"collect": {"gap": 2}}"#,
      "an operator that depends on time after a window …"
    ),
    (#"{"groupBy": {"key": "double($0.n)", "operators": []}}"#, "a key that is a double"),
    (
      #"{"groupBy": {"key": "$0.n", "operators": [], "forgetAfter": 5}}"#, "'forgetAfter' …"
    ),
    (#"{"distinct": {}}"#, "'distinct' of doubles, lists or whole records …"),
    (
      #"{"removeDuplicates": {"expression": "$0.n == $1.n"}}"#,
      "'expression' in 'removeDuplicates' …"
    ),
    (#"{"map": {"expression": "$0.n", "onError": "skip"}}"#, "'onError' …"),
    (#"{"map": {"expression": "$time"}}"#, "'$time' …"),
    (
      #"{"map": {"expression": "int($0.n) / int($0.m)"}}"#, "'/' by an int that is not a constant …"
    ),
    (#"{"filter": {"expression": "$0.s.matches('a')"}}"#, "'matches' of such values …"),
    (#"{"filter": {"expression": "$0.a == $0.b"}}"#, "'==' of such values …"),
    (#"{"map": {"expression": "-$0.n"}}"#, "'-' of a value of an unknown type …"),
    (#"{"map": {"expression": "-0.0"}}"#, "-0.0, or arithmetic of constant doubles …"),
    (
      #"{"map": {"expression": "cel.bind(x, 1.0 - 1.0, double($0.n) + x)"}}"#,
      "-0.0, or arithmetic of constant doubles …"
    ),
    (
      #"{"map": {"expression": "$0.b ? int($0.n) : int($0.n)"}}"#, "a choice between equal values …"
    ),
    (
      #"{"filter": {"expression": "int($0.n) == int($0.n)"}}"#,
      "a comparison of a value with itself …"
    ),
    (#"{"filter": {"expression": "$0.n <= $0.n"}}"#, "a comparison of a value with itself …"),
    (#"{"count": {}}"#, "'count' of a whole stream …"),
  ]) func `refuses anything with another result`(operators: String, message: String) {
    let found = refusals(of: operators)
    #expect(
      found.count == 1 && found[0].hasPrefix("t.json:1:") && found[0].contains(message), "\(found)")
  }

  @Test(
    arguments: Operator.registry.types.filter { !($0 is any SQLWritable.Type) }.map { $0.spec.name }
  )
  func `refuses an unsupported operator by name`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    let example = try #require(spec.examples.first)
    let found = refusals(of: #"{"\#(name)": \#(example.parameters)}"#, .batch)
    #expect(found.contains { $0.contains("'\(name)' …") }, "\(found)")
  }
}
