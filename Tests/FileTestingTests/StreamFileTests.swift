import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Files and folders of stream documents, from Swift.
@Suite struct StreamFileTests {
  @Test func `a folder has the files that state something, in the order of their paths`() throws {
    let folder = try Folder([
      "b.json": #"{"sequence": [1], "expect": "(1|)"}"#,
      "a/c.json": #"{"sequence": [1], "tests": [{"expect": "(1|)"}]}"#,
      "a/broken.json": #"{"sequence": [1], "expect": 7}"#,
      "a/syntax.json": #"{"sequence": [1], "expect": "(1|)",}"#,
      "a/comments.json": "{ // no stream file\n}",
      "a/package.json": #"{"name": "other", "dependencies": {}}"#,
      "none.json": #"{"sequence": [1]}"#,
      ".hidden/d.json": #"{"sequence": [1], "expect": ""}"#,
      "page.md": "```json stream\n{\"sequence\": [1], \"expect\": \"\"}\n```\n",
      "plain.md": "```json\n{\"sequence\": [1], \"expect\": \"\"}\n```\n",
      "other.md": "```json\n{\"name\": 1, \"expect\": \"\"}\n```\n",
      "notes.txt": #"{"sequence": [1], "expect": ""}"#,
    ])
    #expect(
      try StreamFile.all(in: folder.path).map { folder.withoutPath($0.path) }
        == [
          "a/broken.json", "a/c.json", "a/comments.json", "a/syntax.json", "b.json", "page.md",
          "plain.md",
        ])
    #expect(throws: FileError.self) { try StreamFile.all(in: folder / "nowhere") }
  }

  /// Inputs that are used in operators, in items, and in another file.
  @Test(arguments: [
    #""sequence": [0], "operators": [{"append": {"streams": [{"input": "ticks"}]}}]"#,
    #""stream": [{"value": 0, "operators": [{"append": {"streams": [{"input": "ticks"}]}}]}]"#,
    #""append": [{"sequence": [0]}, "./ticks.json"]"#,
    #""definitions": {"t": {"input": "ticks"}}, "append": [{"sequence": [0]}, "t"]"#,
  ])
  func `a data file replaces an input anywhere`(members: String) throws {
    let folder = try Folder([
      "a.json": """
      {\(members), "tests": [{"inputs": {"ticks": "./ticks.ndjson"}, "expect": "(012|)"}]}
      """,
      "ticks.json": #"{"input": "ticks"}"#, "ticks.ndjson": "1\n2\n",
    ])
    try StreamFile(folder / "a.json").check()
  }

  /// Returns the message about a file that is checked; empty if there is no mistake.
  private func failure(_ text: String, name: String = "a.json") throws -> String {
    let folder = try Folder()
    try folder.write(text, to: name)
    let file = try StreamFile(folder / name)
    do throws(CheckFailure) {
      try file.check()
      return ""
    } catch {
      return folder.withoutPath("\(error)")
    }
  }

  @Test func `a file that emits the expected events passes silently`() throws {
    #expect(try failure(#"{"sequence": [1], "expect": "(1|)"}"#) == "")
    #expect(try failure("text\n", name: "page.md") == "page.md: the file has no expectations")
  }

  @Test func `a check reports everything that is not met`() throws {
    let text = try failure(
      #"{"marbles": "-a|", "expect": "-b|", "tests": [{"expect": "-a|"}, {"name": "other", "expect": "a|"}]}"#
    )
    #expect(text.hasPrefix("a.json:1:32: expect\n"))
    #expect(text.contains("first difference at 1s: expected b, got a\n"))
    #expect(text.contains("\n\na.json:1:95: other\n"))
  }

  @Test func `mistakes and missing expectations are failures`() throws {
    #expect(try failure(#"{"sequence": [1], "expect": 7}"#).hasPrefix("a.json:1:29: error: found"))
    #expect(try failure(#"{"sequence": [1]}"#) == "a.json: the file has no expectations")
  }

  @Test func `actual events are accepted on request`() throws {
    let folder = try Folder([
      "a.json": #"{"marbles": "-a|", "expect": "-b|", "tests": [{"expect": "-c|"}]}"#,
      "page.md": "```json\n{\"marbles\": \"-a|\", \"expect\": \"-b|\"}\n```\n",
      "broken.json": #"{"marbles": "-a|", "expect": 7}"#,
    ])
    for name in ["a.json", "page.md"] {
      #expect(throws: CheckFailure.self) {
        try StreamFile(folder / name).check(accepting: false)
      }
      try StreamFile(folder / name).check(accepting: true)
      try StreamFile(folder / name).check(accepting: false)
    }
    #expect(throws: CheckFailure.self) {
      try StreamFile(folder / "broken.json").check(accepting: true)
    }
  }

  @Test func `the environment can request that`() async {
    await #expect(processExitsWith: .success) {
      setenv("STREAM_ACCEPT", "1", 1)
      let folder = try Folder(["a.json": #"{"marbles": "-a|", "expect": "-b|"}"#])
      try StreamFile(folder / "a.json").check()
      setenv("STREAM_ACCEPT", "", 1)
      try StreamFile(folder / "a.json").check()
    }
  }

  @Test func `places in a block are those of the page`() throws {
    let text = try failure(
      "# Title\r\n\n````json stream\n{ \"marbles\": \"-a|\",\n  \"expect\": \"-é|\" }\n````\n",
      name: "page.md")
    #expect(
      text.hasPrefix(
        "page.md:5:15: expect\n 5 |   \"expect\": \"-é|\" }\n   |               ^\n"))
  }

  @Test func `a marked block that is broken is a mistake at its place in the page`() throws {
    let text = try failure(
      "text\n\n- a\n\n  ~~~json stream\n  {\"sequence\": [1], \"expect\": \"(1|)\",}\n  ~~~\n",
      name: "page.md")
    #expect(text.hasPrefix("page.md:6:37: error: "))
  }

  @Test func `files named in a block are next to the page`() throws {
    let folder = try Folder([
      "docs/page.md": "```json\n{\"from\": \"./n.json\", \"expect\": \"(1|)\"}\n```\n",
      "docs/n.json": "{\"sequence\": [1]}",
    ])
    try StreamFile(folder / "docs/page.md").check()
  }

  @Test(arguments: [
    ("```json stream\n{\"sequence\": [], \"expect\": \"|\"}\n```", 1),
    ("~~~ json  stream more\n{\"sequence\": [], \"expect\": \"|\"}\n~~~~", 1),
    ("````\n```json stream\n{\"sequence\": [], \"expect\": \"|\"}\n```\n````", 0),
    ("```json stream\n{\"sequence\": [], \"expect\": \"|\"}", 1),
    ("```json\n{\"sequence\": [], \"expect\": \"|\"}\n```", 1),
    ("```json name.json\n{\"sequence\": [], \"tests\": 7}\n```", 1),
    ("```json\n{\"sequence\": []}\n```", 0),
    ("```json\n{\"sequence\": [], \"expct\": \"|\"}\n```", 1),
    ("```JSON\n{\"sequence\": [], \"expect\": \"|\"}\n```", 1),
    ("```json\n{\"sequenze\": [], \"expect\": \"|\"}\n```", 0),
    ("```json\n{\"sequence\": [], … \"expect\": \"|\"}\n```", 0),
    ("```json\n[{\"sequence\": [], \"expect\": \"|\"}]\n```", 0),
    ("```\n{\"sequence\": [], \"expect\": \"|\"}\n```", 0),
    ("1. a\n   * b\n\n\t\t~~~~json\n\t\t{\"sequence\": [], \"expect\": \"|\"}\n\t\t~~~~\n", 1),
    ("```jsonstream\n{\"sequence\": [], \"expect\": \"|\"}\n```", 0),
    ("``json stream\n{\"sequence\": [], \"expect\": \"|\"}\n``", 0),
    ("", 0), ("```json stream\n```\n```json stream\n\n```", 2),
  ])
  func `the blocks of a page are found`(page: String, count: Int) throws {
    let folder = try Folder(["page.md": page])
    #expect(try StreamFile(folder / "page.md").documents.count == count)
  }
}
