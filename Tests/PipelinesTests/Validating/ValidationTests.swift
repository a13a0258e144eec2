import TestSupport
import Testing
import Values

@testable import Checking
@testable import Pipelines

/// A file that is checked without playing it, with the texts of open editors in place of files.
@Suite struct ValidationTests {
  @Test func `a mistake is reported as when playing the file, with the end of its text`() throws {
    let source = SourceText(
      name: "t.json",
      #"{"sequence": ["ä"], "operators": [{"fliter": {}}, {"map": {"expression": "$0 + \u0041x"}}]}"#
    )
    let found = Validation(of: source).diagnostics
    #expect(found.description == mistakes(in: source).description)
    #expect(found.items.map { $0.location?.column } == [36, 80])
    #expect(found.items.map { $0.end?.column } == [44, 87])
  }

  @Test func `the text of an open file replaces the one on disk`() throws {
    let folder = try Folder()
    try folder.write(#"{"sequence": [1]}"#, to: "a.json")
    let source = SourceText(
      name: folder / "t.json", #"{"append": [{"from": "./a.json"}, {"from": "b.json"}]}"#)
    let texts = DocumentTexts(open: [
      folder / "a.json": SourceText(name: folder / "a.json", #"{"sequence": 1}"#),
      folder / "b.json": SourceText(name: folder / "b.json", #"{"sequence": []}"#),
    ])
    #expect(
      folder.withoutPath(Validation(of: source, texts: texts).diagnostics.description) == """
        a.json:1:14: error: found a number, expected an array, or an expression that returns a list
        t.json:1:22: note: the file is named here
        """)
    #expect(
      folder.withoutPath(Validation(of: source).diagnostics.description)
        == "t.json:1:44: error: cannot read 'b.json': No such file or directory")
  }

  @Test func `the streams of a test are checked with the test's values`() {
    let source = SourceText(
      name: "t.json",
      #"""
      {"parameters": {"by": {"type": "expression", "value": "$0"}}, "sequence": [1],
       "operators": [{"map": {"expression": "$by"}}],
       "tests": [{"with": {"by": "$0 + 'a'"}, "expect": "(1|)"},
                 {"skip": "later", "with": {"by": "$0 + 'a'"}, "expect": "(1|)"}]}
      """#)
    #expect(
      Validation(of: source).diagnostics.description == """
        t.json:3:29: error: '+' cannot be applied to an int and a string, expected two numbers, \
        two strings or two lists; convert the other value to a string with 'string(…)'
        t.json:2:40: note: the expression is used here
        """)
  }

  @Test func `data is read only on request`() throws {
    let folder = try Folder()
    try folder.write("not JSON", to: "log.ndjson")
    let source = SourceText(
      name: folder / "t.json",
      #"""
      {"input": "log", "path": "log.ndjson", "expect": {"path": "./nowhere.ndjson"},
       "tests": [{"inputs": {"log": "./log.ndjson"}, "expect": {"path": "./log.ndjson"}}]}
      """#)
    let validation = Validation(of: source)
    #expect(validation.diagnostics.isEmpty && validation.hasTests)
    #expect(validation.dataFiles.map(folder.withoutPath).contains("log.ndjson"))
  }

  @Test func `an operator on its own is checked`() {
    let right = SourceText(name: "t.json", #"{"operators": [{"count": {}}]}"#)
    #expect(Validation(of: right).diagnostics.isEmpty)
    let wrong = SourceText(name: "t.json", #"{"operators": [{"cuont": {}}]}"#)
    #expect(Validation(of: wrong).diagnostics.codes == [.unknownOperator])
  }
}
