import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Tests with cases, and with expectations of definitions in addition to the stream.
@Suite struct CaseTests {
  private static let lamp = #"""
    {"parameters": {"hold": 3}, "definitions": {
      "motion": {"marbles": "m-----|"},
      "seen": {"from": "motion", "operators": [{"scan": {"initialValue": 0, "expression": "$0 + 1"}}]}},
     "from": "motion", "operators": [{"debounce": {"seconds": "$hold"}}], "tests": [
    """#

  /// Returns each check of a document, with its line and a word for its outcome.
  private func outcomes(_ tests: String) throws -> [String] {
    let document = StreamDocument(SourceText(name: "t.json", "\(Self.lamp)\(tests)]}"))
    if let mistakes = document.mistakes { return [mistakes.description] }
    return document.checks.map { check in
      let outcome = document.play(check)
      let word =
        switch outcome {
        case .passed: "passed"
        case .skipped: "skipped"
        case .differs(let difference):
          "differs" + difference.all.map { " at \($0.location.line) \($0.output ?? "-")" }.joined()
        case .endless: "endless"
        case .unsteady: "unsteady"
        case .mistaken(let mistakes): "\(mistakes)"
        }
      return "\(check.location.line): \(check.title): \(word)"
    }
  }

  @Test func `the settings of a case override those of the test`() throws {
    #expect(
      try outcomes(
        #"""
        {"name": "moves", "inputs": {"motion": "m-m------|"}, "expect": "-----m---|", "cases": [
          {"name": "as it is"},
          {"name": "soon", "with": {"hold": 1}, "expect": "-m-m-----|"},
          {"inputs": {"motion": "--|"}, "expect": "--|"},
          {"name": "not", "skip": "later"},
          {"name": "short", "until": 2, "expect": ""},
          {"name": "symbols", "values": {"x": "m"}, "expect": "-----x---|"},
          {"name": "wrong", "with": {"hold": 2}}]}
        """#) == [
          "5: moves › as it is: passed", "6: moves › soon: passed", "7: moves › case 3: passed",
          "8: moves › not: skipped", "9: moves › short: passed", "10: moves › symbols: passed",
          "11: moves › wrong: differs at 11 -",
        ])
  }

  @Test func `definitions are compared like the stream, and all differences are reported`() throws {
    #expect(
      try outcomes(
        #"""
        {"inputs": {"motion": "m-m---|"}, "outputs": {"seen": "1-2---|"}},
        {"inputs": {"motion": "m-m---|"}, "expect": "-----m|", "outputs": {"seen": "1-2---|"},
         "cases": [{"name": "both"},
          {"expect": "m", "outputs": {"motion": "m|",
            "seen": "3|"}},
          {"outputs": {"motion": "m-m---|"}}]}
        """#) == [
          "4: test 1: passed", "6: test 2 › both: passed",
          "7: test 2 › case 2: differs at 7 - at 8 seen at 7 motion",
          "9: test 2 › case 3: passed",
        ])
  }

  @Test func `a definition that continues is compared with its events so far`() throws {
    let text = #"""
      {"definitions": {"ticks": {"marbles": "-t-t-t-t|"}, "all": {"sequence": [1], "operators": [{"repeat": {"delay": 1}}]}},
       "marbles": "---x|", "tests": [
        {"expect": "---x|", "outputs": {"ticks": "-t-t"}},
        {"until": 2, "outputs": {"ticks": "-t"}}, {"outputs": {"all": ""}}]}
      """#
    let document = StreamDocument(SourceText(name: "t.json", text))
    let outcomes = document.checks.map { document.play($0, steps: 1000) }
    guard case .passed = outcomes[0], case .passed = outcomes[1] else {
      return #expect(Bool(false))
    }
    if case .passed = outcomes[2] { #expect(Bool(false)) }
  }

  @Test func `a report names the output`() throws {
    let document = StreamDocument(
      SourceText(
        name: "t.json",
        #"{"definitions": {"d": {"sequence": [1]}}, "from": "d", "tests": [{"name": "n", "outputs": {"d": "(2|)"}}]}"#
      ))
    let report = document.play(document.checks[0]).report(of: document.checks[0]) ?? ""
    #expect(report.hasPrefix("t.json:1:99: n, output 'd'\n"), "\(report)")
  }

  @Test(arguments: [
    (#"{"cases": []}"#, "5:11: error: 'cases' is empty"),
    (#"{"cases": [{}, {"expect": ""}]}"#, "5:12: error: a case needs an 'expect'"),
    (#"{"name": "n"}"#, "5:1: error: a test needs an 'expect'"),
    (#"{"expect": "", "cases": [{"cases": []}]}"#, "a case cannot have 'cases'"),
    (#"{"outputs": {}}"#, "'outputs' is empty"),
    (
      #"{"outputs": {"sen": "|"}}"#, "there is no definition 'sen' to compare; did you mean 'seen'?"
    ),
    (#"{"expect": "", "cases": [{"name": "a"}, {"name": "a"}]}"#, "a second test named 'a'"),
    (
      #"{"expect": "", "cases": [{"inputs": {"moton": "|"}}]}"#,
      "5:38: error: there is no definition 'moton'"
    ),
    (#"{"expect": "", "cases": [{"with": {"hol": 1}}]}"#, "5:43: error: unknown parameter 'hol'"),
    (#"{"expect": "", "cases": [{"expect": "(a"}]}"#, "5:38: error"),
    (#"{"expect": "", "cases": [3]}"#, "found a number, expected a case, which is an object"),
  ])
  func `mistakes are reported at their places`(test: String, message: String) throws {
    let document = StreamDocument(SourceText(name: "t.json", "\(Self.lamp)\n\(test)]}"))
    var said = "\(document.mistakes ?? document.warnings)"
    for check in document.checks { said += document.play(check).report(of: check) ?? "" }
    #expect(said.contains(message), "\(said)")
  }

  @Test func `cases are encoded as they were read`() throws {
    let text = #"""
      {"sequence":[1],"tests":[{"$c":1,"name":"n","inputs":{"a":{"marbles":"a","hot":true},"b":{"from":"a"},"c":{"$d":2,"marbles":"a|","frame":2}},"outputs":{"d":"a|","e":[{"time":0,"value":1}]},"cases":[{"$e":1,"name":"x","with":{"p":1},"expect":{"path":"./e.ndjson"}},{"skip":"no","outputs":{"d":""}}]}]}
      """#
    let model = try StreamModel<Value>(SourceText(name: "t.json", text))
    let written = JSONWriter.text(of: try ValueEncoder().encode(model))
    #expect(String(decoding: written, as: UTF8.self) == text)
  }
}
