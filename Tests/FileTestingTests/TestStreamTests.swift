import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Streams that a test plays in place of definitions and inputs.
@Suite struct TestStreamTests {
  /// Returns the message about the tests of `a.json`; empty if all of them are met.
  private func failure(
    _ document: String, _ files: KeyValuePairs<String, String> = [:]
  ) throws -> String {
    let folder = try Folder(files)
    try folder.write(document, to: "a.json")
    let file = try StreamFile(folder / "a.json")
    do throws(CheckFailure) {
      try file.check()
      return ""
    } catch {
      return folder.withoutPath("\(error)")
    }
  }

  private static let start = #"""
    {"parameters": {"by": 1}, "definitions": {
      "slow": {"marbles": "--s|"},
      "ticks": {"marbles": "t|"},
      "later": {"operators": [{"delay": {"seconds": "$by"}}]}},
     "merge": ["ticks", {"input": "log"}], "tests": [
    """#

  /// The streams in place of `ticks` and of `log`, and the result.
  @Test(arguments: [
    (#"{"from": "slow"}"#, #""|""#, "--s|"),
    (#"{"sequence": [1, 2]}"#, #""|""#, "(12|)"),
    (#"{"from": "slow", "operators": [{"delay": {"seconds": 1}}]}"#, #""|""#, "---s|"),
    (#"{"from": "slow", "operators": [{"later": {}}]}"#, #""|""#, "---s|"),
    (#"{"marbles": "a|", "operators": [{"delay": {"seconds": "$by"}}]}"#, #""|""#, "-a|"),
    (#"{"from": "./other.json"}"#, #""|""#, "-o|"),
    (#"{"from": "./other.json", "with": {"v": "x"}}"#, #""|""#, "-x|"),
    (#""-#""#, #""a""#, "a#"), (#"{"marbles": "-#", "error": "no"}"#, #""a""#, "a#"),
    (#"{"marbles": "a^-b|", "hot": true}"#, #""|""#, "--b|"),
    (#""|""#, #"{"from": "slow"}"#, "--s|"),
    (#""|""#, #"{"marbles": "a^-b|", "hot": true}"#, "--b|"),
    (#""|""#, #"{"stream": [{"value": 3}]}"#, "(3|)"),
    (#""|""#, #"{"merge": ["slow", "slow"]}"#, "--[ss]|"),
  ])
  func `a stream replaces a definition or an input`(
    ticks: String, log: String, expected: String
  ) throws {
    let said = try failure(
      #"\#(Self.start){"inputs": {"ticks": \#(ticks), "log": \#(log)}, "expect": "\#(expected)"}]}"#,
      [
        "other.json": #"""
        {"parameters": {"v": "o"}, "marbles": "-o|", "operators": [{"map": {"expression": "$v"}}]}
        """#
      ])
    #expect(said == "")
  }

  @Test func `each use of a stream subscribes to it, and events are read once`() throws {
    let start =
      #"{"append": [{"input": "a", "operators": [{"prefix": {"count": 1}}]}, {"input": "a"}]"#
    #expect(
      try failure(
        #"""
        \#(start), "tests": [
          {"inputs": {"a": {"sequence": [1, 2]}}, "expect": "(112|)"},
          {"inputs": {"a": "1-2-|"}, "expect": "1-2-|"},
          {"inputs": {"a": {"marbles": "1-2-|", "hot": true}}, "expect": "1-2-|"}]}
        """#) == "")
  }

  @Test func `an input without a subscriber keeps its records`() throws {
    #expect(
      try failure(
        #"""
        {"append": [{"marbles": "--x|"}, {"input": "a"}], "tests": [
          {"inputs": {"a": "12--3|"}, "expect": "--x[12]3|"},
          {"inputs": {"a": "1|"}, "expect": "--x(1|)"},
          {"inputs": {"a": {"marbles": "12--3|", "hot": true}}, "expect": "--x-3|"}]}
        """#) == "")
  }

  @Test func `a stream that names its target is a cycle`() throws {
    let said = try failure(
      #"\#(Self.start){"inputs": {"ticks": {"from": "ticks"}, "log": "|"}, "expect": ""}]}"#)
    #expect(said.contains("a cycle: 'ticks' → 'ticks'"), "\(said)")
  }

  @Test(arguments: [
    (#"{"input": "x"}"#, "6:44: error: a stream of a test cannot read an input"),
    (#"{"merge": [{"input": "x"}]}"#, "a stream of a test cannot read an input"),
    (#"{"from": "nowhere"}"#, "unknown stream 'nowhere'"),
    (#"{"sequence": [1], "operators": [{"mop": {}}]}"#, "unknown operator 'mop'"),
    (#"{"sequence": [1], "operators": [{"map": {"expression": "$0 +"}}]}"#, "error"),
    (#"{"operators": []}"#, "a stream model needs one of the sources"),
    ("7", "found a number, expected marbles"),
    (
      #""slow""#,
      "warning: 'slow' is read as a diagram, but it is also the name of a definition; write { \"from\": \"slow\" }"
    ),
  ])
  func `mistakes in it are reported on reading`(stream: String, message: String) throws {
    let document = StreamDocument(
      SourceText(
        name: "t.json",
        "\(Self.start)\n{\"inputs\": {\"log\": \"|\", \"ticks\": \(stream)}, \"expect\": \"\"}]}"))
    let said = "\(document.mistakes ?? document.warnings)"
    #expect(said.contains(message), "\(said)")
  }

  @Test func `its values may have a different type from those that it replaces`() throws {
    #expect(
      try failure(
        #"""
        {"definitions": {"n": {"sequence": [1]}}, "from": "n",
         "operators": [{"map": {"expression": "$0 + 1"}}], "tests": [
          {"inputs": {"n": {"sequence": ["a"]}}, "expect": "#"}]}
        """#) == "")
  }

  @Test func `its operators are not part of the coverage`() throws {
    let document = StreamDocument(
      SourceText(
        name: "t.json",
        #"""
        {"definitions": {"n": {"sequence": [1]}}, "from": "n", "tests": [
          {"inputs": {"n": {"sequence": [1], "operators": [{"filter": {"expression": "true"}}]}},
           "expect": "(1|)"}]}
        """#))
    var coverage = document.uncovered
    let count = coverage.points.count
    for check in document.checks { _ = document.play(check, steps: 100, addingTo: &coverage) }
    #expect(coverage.points.count == count)
    #expect(coverage.points.allSatisfy { $0.count > 0 })
  }
}
