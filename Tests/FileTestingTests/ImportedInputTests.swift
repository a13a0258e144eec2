import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Tests that play something else in place of parts of other files.
@Suite struct ImportedInputTests {
  /// Returns the message about `a.json`; empty if all its tests are met.
  private func failure(_ document: String, _ files: KeyValuePairs<String, String>) throws -> String
  {
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

  private static let source =
    #"{"input": "metrics", "operators": [{"map": {"expression": "$0 + 1"}}]}"#

  @Test func `an input of a named file is replaced under its name`() throws {
    #expect(
      try failure(
        #"""
        {"from": "./source.json", "tests": [
          {"inputs": {"metrics": "1-2|"}, "expect": "2-3|"},
          {"inputs": {"metrics": "./m.ndjson"}, "expect": "(56|)"},
          {"inputs": {"./source.json#metrics": "1-2|"}, "expect": "2-3|"},
          {"inputs": {"source.json#metrics": "./m.ndjson"}, "expect": "(56|)"}]}
        """#,
        ["source.json": Self.source, "m.ndjson": "4\n5\n"]) == "")
  }

  @Test func `a definition of a named file is replaced under its name`() throws {
    #expect(
      try failure(
        #"""
        {"from": "./source.json", "tests": [
          {"inputs": {"raw": "1-2|"}, "expect": "2-3|"},
          {"inputs": {"./source.json#raw": "1-2|"}, "expect": "2-3|"}]}
        """#,
        [
          "source.json": #"""
          {"definitions": {"raw": {"sequence": [7]}}, "from": "raw",
           "operators": [{"map": {"expression": "$0 + 1"}}]}
          """#
        ]) == "")
  }

  @Test func `an ambiguous name is reported, with the ways to be specific`() throws {
    let files: KeyValuePairs = [
      "cpu.json": #"{"definitions": {"raw": {"sequence": [1]}}, "from": "raw"}"#,
      "mem.json": #"{"definitions": {"raw": {"sequence": [2]}}, "from": "raw"}"#,
    ]
    let document = #"""
      {"append": ["./cpu.json", "./mem.json"],
       "tests": [{"inputs": {"raw": "7|"}, "expect": "7(2|)"}]}
      """#
    #expect(
      try failure(document, files).hasPrefix(
        """
        a.json:2:24: error: 'raw' is defined in './cpu.json' and './mem.json', expected one of \
        them; write './cpu.json#raw' or './mem.json#raw'
        """))
    #expect(try failure(document.replacing(#""raw""#, with: #""./cpu.json#raw""#), files) == "")
    #expect(
      try failure(
        document.replacing(#""raw""#, with: #""./mem.json#raw""#)
          .replacing("7(2|)", with: "(17|)"), files
      )
      .contains("expected"))
  }

  @Test func `an input of several files is one input, unless it is named with its file`() throws {
    let files: KeyValuePairs = [
      "cpu.json": #"{"input": "metrics"}"#, "mem.json": #"{"input": "metrics"}"#,
      "one.ndjson": "1\n", "two.ndjson": "2\n",
    ]
    #expect(
      try failure(
        #"""
        {"merge": ["./cpu.json", "./mem.json"], "tests": [
          {"inputs": {"metrics": "3|"}, "expect": "[33]|"},
          {"inputs": {"./cpu.json#metrics": "1|", "metrics": "2|"}, "expect": "[12]|"},
          {"inputs": {"./cpu.json#metrics": "./one.ndjson", "./mem.json#metrics": "./two.ndjson"},
           "expect": "(12|)"}]}
        """#, files
      ) == "")
  }

  @Test func `inputs that are read in different ways are bound separately`() throws {
    let files: KeyValuePairs = [
      "cpu.json": #"{"input": "metrics", "every": 1}"#, "mem.json": #"{"input": "metrics"}"#,
      "m.ndjson": "1\n2\n",
    ]
    #expect(
      try failure(#"{"merge": ["./cpu.json", "./mem.json"], "expect": ""}"#, files).contains(
        "; bind this one separately: '--input ./mem.json#metrics=PATH', or './mem.json#metrics' in a test"
      ))
    #expect(
      try failure(
        #"""
        {"append": ["./cpu.json", "./mem.json"], "tests": [
          {"inputs": {"./cpu.json#metrics": "./m.ndjson", "./mem.json#metrics": "-5|"},
           "expect": "1[25]|"}]}
        """#, files
      ) == "")
  }

  @Test func `an unknown name is reported with the nearest one`() throws {
    let text = try failure(
      #"""
      {"from": "./source.json", "tests": [
        {"inputs": {"metric": "1|"}, "expect": ""}, {"inputs": {"./sauce.json#m": "1|"}, "expect": ""},
        {"inputs": {"./source.json#metric": "1|"}, "expect": ""}]}
      """#, ["source.json": Self.source])
    #expect(
      text.contains(
        "a.json:2:15: error: there is no definition 'metric' to replace with this; did you mean 'metrics'?"
      ))
    #expect(
      text.contains(": error: no file './sauce.json' is used here; did you mean './source.json'?"))
    #expect(
      text.contains(
        ": error: that file has no definition or input 'metric'; did you mean 'metrics'?"))
  }
}
