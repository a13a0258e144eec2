import FileTesting
import Pipelines
import TestSupport
import Testing
import Values

/// The parts of a stream file that tests exercise.
@Suite struct CoverageTests {
  /// Returns the parts that a document's own checks did not exercise, with their places if
  /// requested.
  private func missing(_ text: String, places: Bool = false) -> [String] {
    coverage(text).points.filter { $0.count == 0 && !$0.isImplied }.map { point in
      places
        ? "\(point.location.line):\(point.location.column): \(point.sentence)" : point.sentence
    }
  }

  private func coverage(_ text: String) -> Coverage {
    let document = StreamDocument(SourceText(name: "t.json", text))
    #expect(document.mistakes == nil)
    var coverage = document.uncovered
    for check in document.checks {
      _ = document.play(check, steps: 1000, addingTo: &coverage)
    }
    return coverage
  }

  /// Returns the effects of an operator that a source does not exercise.
  private func missing(_ operation: String, for source: String) -> [String] {
    missing(#"{\#(source), "operators": [{\#(operation)}], "expect": ""}"#)
  }

  /// Operators, a diagram that exercises all of their effects, one that does not, and the report on
  /// that.
  private static let outcomes: [(String, String, String, [String])] = [
    (#""map": {"expression": "$0"}"#, "1|", "|", ["'map' never received a value"]),
    (#""filter": {"expression": "$0 > 1"}"#, "12|", "2|", ["'filter' passed every value"]),
    (#""filter": {"expression": "$0 > 1"}"#, "12|", "1|", ["'filter' dropped every value"]),
    (#""filter": {"expression": "$0 > 1"}"#, "12|", "|", ["'filter' never received a value"]),
    (
      #""compactMap": {"expression": "[null, 1][$0]"}"#, "01|", "1|",
      ["'compactMap' passed every value"]
    ),
    (
      #""map": {"expression": "1 / $0", "onError": "skip"}"#, "10|", "1|",
      ["'map' never received a value on which its expression fails"]
    ),
    (
      #""filter": {"expression": "1 / $0 > 0", "onError": "skip"}"#, "102|", "10|",
      ["'filter' passed every value"]
    ),
    (#""removeDuplicates": {}"#, "11|", "12|", ["'removeDuplicates' passed every value"]),
    (#""distinct": {}"#, "121|", "12|", ["'distinct' passed every value"]),
    (
      #""dropWhile": {"expression": "$0 < 2"}"#, "12|", "2|", ["'dropWhile' passed every value"]
    ),
    (#""dropFirst": {"count": 1}"#, "12|", "1|", ["'dropFirst' dropped every value"]),
    (
      #""prefixWhile": {"expression": "$0 < 2"}"#, "12|", "1|",
      ["'prefixWhile' never ended the stream early"]
    ),
    (
      #""prefix": {"count": 2}"#, "123|", "1|",
      ["'prefix' never ended the stream early"]
    ),
    (#""first": {}"#, "12|", "|", ["'first' never received a value"]),
    (
      #""first": {"expression": "$0 > 1"}"#, "12|", "1|",
      ["'first' never ended the stream early"]
    ),
    (#""debounce": {"seconds": 2}"#, "12--|", "1--2--|", ["'debounce' never dropped a value"]),
    (#""throttle": {"seconds": 2}"#, "123--|", "1--2|", ["'throttle' never dropped a value"]),
    (#""audit": {"seconds": 2}"#, "12--|", "1---2--|", ["'audit' never dropped a value"]),
    (#""sample": {"seconds": 2}"#, "12---|", "1--2-|", ["'sample' never dropped a value"]),
    (
      #""dropUntilOutput": {"stream": {"marbles": "-a|"}}"#, "1-2|", "--2|",
      ["'dropUntilOutput' passed every value"]
    ),
    (
      #""prefixUntilOutput": {"stream": {"marbles": "--a|"}}"#, "1--2|", "1|",
      ["'prefixUntilOutput' never ended the stream early"]
    ),
    (#""timeout": {"seconds": 2}"#, "1---|", "1|", ["'timeout' never expired"]),
    (#""timeout": {"seconds": 2}"#, "1---|", "1#", ["'timeout' never expired"]),
    (
      #""fail": {"error": "no", "expression": "$0 > 1"}"#, "12|", "1#", ["'fail' never failed"]
    ),
    (#""replaceError": {"with": 1}"#, "1#", "1|", ["'replaceError' never caught a failure"]),
    (#""catch": {"stream": {"marbles": "a|"}}"#, "#", "1|", ["'catch' never caught a failure"]),
    (#""retry": {"count": 1}"#, "#", "1|", ["'retry' never subscribed again"]),
    (#""repeat": {"count": 2}"#, "1|", "1", ["'repeat' never played its stream again"]),
    (
      #""replaceEmpty": {"with": 1}"#, "|", "1|",
      ["'replaceEmpty' never received an empty stream"]
    ),
    (#""contains": {"value": 2}"#, "12|", "1|", ["'contains' never found a match"]),
    (
      #""allSatisfy": {"expression": "$0 < 2"}"#, "12|", "1|",
      ["'allSatisfy' never received a value for which it is false"]
    ),
    (#""append": {"streams": [{"marbles": "a|"}]}"#, "|", "1", ["this stream was never played"]),
    (
      #""flatMap": {"stream": {"marbles": "a|"}}"#, "1|", "|", ["'flatMap' never received a value"]
    ),
  ]

  @Test(arguments: outcomes)
  func `reports the outcomes that an operator did not have`(
    operation: String, full: String, part: String, expected: [String]
  ) {
    #expect(missing(operation, for: #""marbles": "\#(full)""#) == [])
    #expect(missing(operation, for: #""marbles": "\#(part)""#) == expected)
  }

  @Test func `replaceNil is exercised by a null`() {
    let operation = #""replaceNil": {"with": 1}"#
    #expect(missing(operation, for: #""sequence": [null, 2]"#) == [])
    #expect(
      missing(operation, for: #""sequence": [1, 2]"#) == ["'replaceNil' never received a null"])
  }

  @Test(arguments: [
    ("$0 > 1 ? 'a' : 'b'", "12|", []),
    ("$0 > 1 ? 'a' : 'b'", "1|", [#""'a'" after '?' was never chosen"#]),
    ("$0 > 1 ? 1 : 2.0", "2|", [#""2.0" after ':' was never chosen"#]),
    ("true ? 'a' : 'b'", "1|", [#""'b'" after ':' was never chosen"#]),
    (
      "$0 > 1 && $0 < 3", "2|",
      [#""$0 > 1" in '&&' was never false"#, #""$0 < 3" in '&&' was never false"#]
    ),
    ("$0 > 1 && $0 < 3", "14|", []),
    (
      "$0 > 1 || ($0 < 0)", "1|",
      [
        #""$0 > 1" in '||' was never true"#, #""$0 < 0" in '||' was never true"#,
      ]
    ),
    (
      "[1, 2].map(n, n == $0 ? 'x' : n > 1 && n < 5 ? 'y' : 'z')", "12|",
      [
        #""n < 5" in '&&' was never false"#
      ]
    ),
    ("'é' == string($0) ? 'ü' : 'ö'", "1|", [#""'ü'" after '?' was never chosen"#]),
  ])
  func `counts branches of expressions`(expression: String, source: String, expected: [String]) {
    #expect(
      missing(#""map": {"expression": "\#(expression)"}"#, for: #""marbles": "\#(source)""#)
        == expected)
  }

  @Test func `the places are those of keys and of parts of expressions`() {
    #expect(
      missing(
        #"""
        { "definitions": { "unused": { "sequence": [] } },
          "marbles": "1|", "operators": [
            { "filter": { "expression": "\u0024\u0030 == 1 || \"é\" == string($0)" } } ],
          "expect": "1|" }
        """#, places: true) == [
          "1:20: 'unused' was never played", "3:7: 'filter' passed every value",
          #"3:55: ""é" == string($0)" in '||' was never true"#,
        ])
  }

  @Test func `counts an unreachable part, but does not report it separately`() {
    let coverage = coverage(
      #"""
      {"marbles": "|", "operators": [{"flatMap": {"stream": {"marbles": "a|", "operators": [
        {"filter": {"expression": "$0 == 'a' ? true : false"}}]}}}], "expect": "|"}
      """#)
    let missing = coverage.points.filter { $0.count == 0 }
    #expect(missing.count == 7 && missing.count { !$0.isImplied } == 1)
    #expect(coverage.points.count == 8)
  }

  @Test func `adds up the coverage of tests`() {
    let start = #"""
      {"definitions": {"i": {"marbles": "|"}}, "from": "i",
       "operators": [{"filter": {"expression": "$0 == 'a'"}}], "tests": [
      """#
    let passing = #"{"inputs": {"i": "a|"}, "expect": "a|"}"#
    let failing = #"{"inputs": {"i": "b|"}, "expect": "x|"}"#
    #expect(missing("\(start)\(passing)]}") == ["'filter' passed every value"])
    #expect(missing("\(start)\(failing)]}") == ["'filter' dropped every value"])
    #expect(missing("\(start)\(passing),\(failing)]}") == [])
  }

  @Test func `a definition that a test replaces is played, but its operators are not`() {
    #expect(
      missing(
        #"""
        {"definitions": {"i": {"marbles": "a|", "operators": [{"delay": {"seconds": 1}}]}},
         "from": "i", "tests": [{"inputs": {"i": "b|"}, "expect": "b|"}]}
        """#) == ["'delay' never received a value"])
  }

  @Test func `counts the operators of items and of groups`() {
    #expect(
      missing(
        #"""
        {"stream": [
          {"value": 1, "operators": [{"delay": {"seconds": 1}}, {"filter": {"expression": "$0 > 0"}}]},
          {"value": 2, "operators": [{"delay": {"seconds": 1}}, {"filter": {"expression": "$0 > 0"}}]},
          {"value": 3, "operators": [{"retry": {"count": 1}}]}],
         "operators": [{"groupBy": {"key": "$0 % 2", "operators": [
           {"map": {"expression": "$key == 1 ? 'odd' : $key == 0 ? 'even' : 'none'"}}]}}],
         "expect": ""}
        """#, places: true) == [
          "2:58: 'filter' passed every value", "4:31: 'retry' never subscribed again",
          #"6:69: "'none'" after ':' was never chosen"#,
        ])
  }

  @Test func `counts the files that a file names under their own names`() throws {
    let folder = try Folder([
      "lib/n.json": #"{"definitions": {"u": {"sequence": []}}, "sequence": [1, 2]}"#,
      "a.json": #"{"from": "./lib/n.json", "expect": "(12|)"}"#,
      "lib/b.json": #"{"from": "../lib/n.json", "expect": "(12|)"}"#,
    ])
    var coverage = Coverage()
    for name in ["a.json", "lib/b.json", "lib/n.json"] {
      for document in try StreamFile(folder / name).documents {
        coverage.merge(document.uncovered)
        for check in document.checks {
          _ = document.play(check, steps: 1000, addingTo: &coverage)
        }
      }
    }
    #expect(
      coverage.points.map { "\(folder.withoutPath($0.location.file)) \($0.count)" } == [
        "a.json 1", "lib/b.json 1", "lib/n.json 2", "lib/n.json 0",
      ])
  }

  @Test func `probes do not change the events of random pipelines`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: 5))
    var compared = 0
    for number in 0..<200 {
      guard case .object(let stream) = pipelines.document() else { continue }
      let expectation: Value = [["time": 0, "value": "none of these"]]
      let object = Object(stream.members + [Member(key: "expect", value: expectation)])
      let document = StreamDocument(
        SourceText(name: "t.json", bytes: JSONWriter.text(of: .object(object))))
      for check in document.checks {
        var coverage = Coverage()
        let plain = document.play(check, steps: 500)
        let probed = document.play(check, steps: 500, addingTo: &coverage)
        guard case .differs(let left) = plain, case .differs(let right) = probed else { continue }
        compared += 1
        #expect(left.actual == right.actual, "pipeline \(number)")
      }
    }
    #expect(compared > 100)
  }

  @Test func `probes do not change the events of operators`() throws {
    for spec in Operator.specs {
      for example in spec.examples {
        let text = """
          {"marbles": "\(example.source)", "operators": [{"\(spec.name)": \(example.parameters)}],
           "expect": [{"time": 0, "value": "none of these"}]}
          """
        let document = StreamDocument(SourceText(name: "t.json", text))
        let check = try #require(document.checks.first)
        var coverage = Coverage()
        let outcomes = [
          document.play(check), document.play(check, steps: 1000, addingTo: &coverage),
        ]
        let timelines = outcomes.compactMap { outcome in
          if case .differs(let difference) = outcome { difference.actual } else { nil }
        }
        #expect(timelines.count == 2 && timelines[0] == timelines[1], "\(spec.name)")
        #expect(coverage.points.contains { $0.word == "operator" && $0.count > 0 }, "\(spec.name)")
      }
    }
  }
}
