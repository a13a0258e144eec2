import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// The text that accepting writes into cases, for outputs, and where only some keys are compared.
@Suite struct CaseAcceptanceTests {
  /// Returns the text of a file after all actual events have been accepted, which makes every check
  /// pass.
  private func accepted(_ text: String, _ files: KeyValuePairs<String, String> = [:]) throws
    -> Folder
  {
    let folder = try Folder(files)
    try folder.write(text, to: "a.json")
    try StreamFile(folder / "a.json").check(accepting: true)
    try StreamFile(folder / "a.json").check(accepting: false)
    return folder
  }

  private func text(_ folder: Folder, _ name: String = "a.json") throws -> String {
    try String(contentsOfFile: folder / name, encoding: .utf8)
  }

  private static let start = #"""
    {"definitions": {"d": {"marbles": "a-b|"}}, "from": "d", "tests": [
    """#

  /// Tests, and the results.
  @Test(arguments: [
    (
      #"{"expect": "", "cases": [{}, {"name": "n"}, {"expect": "a"}]}"#,
      #"{"expect": "", "cases": [{"expect": "a-b|"}, {"name": "n", "expect": "a-b|"}, {"expect": "a-b|"}]}"#
    ),
    (
      #"{"expect": "a-b|", "cases": [{}, {"inputs": {"d": "c|"}}]}"#,
      #"{"expect": "a-b|", "cases": [{}, {"inputs": {"d": "c|"}, "expect": "c|"}]}"#
    ),
    (
      "{\"expect\": [], \"cases\": [\n  {\n    \"inputs\": {\"d\": \"|\"}\n  }]}",
      "{\"expect\": [], \"cases\": [\n  {\n    \"inputs\": {\"d\": \"|\"},\n    \"expect\": [{\"time\": 0, \"completion\": \"finished\"}]\n  }]}"
    ),
    (
      #"{"outputs": {"d": "a|"}, "cases": [{}, {"outputs": {"d": "b"}}]}"#,
      #"{"outputs": {"d": "a|"}, "cases": [{"outputs": {"d": "a-b|"}}, {"outputs": {"d": "a-b|"}}]}"#
    ),
    (
      #"{"expect": "", "outputs": {"d": "a|"}}"#, #"{"expect": "a-b|", "outputs": {"d": "a-b|"}}"#
    ),
    (
      #"{"expect": "", "outputs": {"d": "a|"}, "cases": [{"name": "n"}]}"#,
      #"{"expect": "", "outputs": {"d": "a|"}, "cases": [{"name": "n", "expect": "a-b|", "outputs": {"d": "a-b|"}}]}"#
    ),
  ])
  func `each case gets its actual events`(before: String, after: String) throws {
    #expect(try text(accepted("\(Self.start)\(before)]}")) == "\(Self.start)\(after)]}")
  }

  @Test func `the file of an output is written`() throws {
    let folder = try accepted(
      "\(Self.start){\"expect\": \"a-b|\", \"outputs\": {\"d\": {\"path\": \"d.ndjson\"}}}]}")
    #expect(
      try text(folder, "d.ndjson") == """
        {"time":0,"value":"a"}
        {"time":2,"value":"b"}
        {"time":3,"completion":"finished"}

        """)
  }

  /// A stream's value, an expectation of some of its keys, and the result.
  @Test(arguments: [
    (#"{"a": 1, "b": 2}"#, #"{"a": 5}"#, #"{"a": 1}"#),
    (#"{"a": {"x": 1, "y": 2}, "b": 2}"#, #"{"a": {"y": 5}}"#, #"{"a": {"y": 2}}"#),
    (#"{"a": [{"x": 1, "y": 2}, 3]}"#, #"{"a": [{"y": 5}, 3]}"#, #"{"a": [{"y": 2}, 3]}"#),
    (#"{"a": [{"x": 1}, {"x": 2}]}"#, #"{"a": [{}]}"#, #"{"a": [{"x": 1}, {"x": 2}]}"#),
    (#"{"a": 1, "b": 2}"#, #"{"c": 5}"#, #"{"a": 1, "b": 2}"#),
    (#"{"a": 1, "b": 2}"#, #"{"b": 3, "c": 5}"#, #"{"b": 2}"#),
    ("7", #"{"b": 3}"#, "7"),
  ])
  func `if only some keys are compared, only these are written`(
    value: String, before: String, after: String
  ) throws {
    func file(_ expected: String) -> String {
      """
      {"sequence": [\(value)], "tests": [{"match": "partial", "expect": \
      [{"time": 0, "value": \(expected)}, {"time": 0, "completion": "finished"}]}]}
      """
    }
    #expect(try text(accepted(file(before))) == file(after))
  }

  @Test func `a number that is close enough stays as it is`() throws {
    let text = try text(
      accepted(
        #"{"sequence": [{"a": 1.01, "b": 2}], "tests": [{"match": "partial", "tolerance": 0.1, "expect": [{"time": 0, "value": {"a": 1, "b": 3}}]}]}"#
      ))
    #expect(text.contains(#""value": {"a": 1, "b": 2}}"#), "\(text)")
  }

  @Test func `a file of events keeps the keys that it states`() throws {
    let folder = try accepted(
      #"{"sequence": [{"a": 1, "b": 2}], "tests": [{"match": "partial", "expect": {"path": "e.ndjson"}}]}"#,
      ["e.ndjson": "{\"time\":0,\"value\":{\"b\":3}}\n"])
    #expect(
      try text(folder, "e.ndjson")
        == "{\"time\":0,\"value\":{\"b\":2}}\n{\"time\":0,\"completion\":\"finished\"}\n")
  }
}
