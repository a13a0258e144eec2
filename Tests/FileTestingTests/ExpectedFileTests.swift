import FileTesting
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Expectations that are in separate files.
@Suite struct ExpectedFileTests {
  private static let stream = #"{"marbles": "-a-b|", "expect": {"path": "./e.ndjson"}}"#
  private static let lines = """
    {"time":1,"value":"a"}
    {"time":3,"value":"b"}
    {"time":4,"completion":"finished"}

    """

  private func folder(_ text: String? = nil, stream: String = stream) throws -> Folder {
    let folder = try Folder(["a.json": stream])
    if let text { try folder.write(text, to: "e.ndjson") }
    return folder
  }

  private func failure(in folder: Folder, accepting: Bool = false) throws -> String {
    let file = try StreamFile(folder / "a.json")
    do throws(CheckFailure) {
      try file.check(accepting: accepting)
      return ""
    } catch {
      return folder.withoutPath("\(error)")
    }
  }

  private func text(of name: String, in folder: Folder) throws -> String {
    try String(contentsOfFile: folder / name, encoding: .utf8)
  }

  @Test(arguments: [
    lines, lines.replacing("\n", with: "\r\n"), "\u{FEFF}" + lines, "\n \n" + lines,
    lines.replacing("\n", with: ""), lines.replacing(",", with: " ,\n  "),
  ])
  func `the printed events are the expected ones`(text: String) throws {
    #expect(try failure(in: folder(text)) == "")
  }

  @Test func `a difference is reported at its place in the file`() throws {
    let text = try failure(in: folder(Self.lines.replacing("\"b\"", with: "\"c\"")))
    #expect(
      text.hasPrefix(
        "e.ndjson:2:19: expect\n 2 | {\"time\":3,\"value\":\"c\"}\n   |                   ^\n"))
    #expect(text.contains("first difference at 3s: expected c, got b\n"))
    let short = try failure(in: folder(#"{"time":1,"value":"a"}"#))
    #expect(short.hasPrefix("e.ndjson:1:1: expect\n"))
    #expect(try failure(in: folder("")).hasPrefix("a.json:1:32: expect\n"))
  }

  @Test(arguments: [
    ("{\"time\":1}\n7", "e.ndjson:1:1: error: an event needs a 'value' or a 'completion'"),
    ("{\"time\":1}\n7", "e.ndjson:2:1: error: found a number, expected an event"),
    (
      "{\"time\":2,\"value\":1}\n{\"time\":1,\"value\":1}", "e.ndjson:2:9: error: 'time' is earlier"
    ),
    ("{\"time\":2,\"value\":{\"a\":1,\"a\":2}}", "e.ndjson:1:26: error: "),
    ("{\"time\":2,\"value\":}", "e.ndjson:1:19: error: "),
    ("[]", "e.ndjson:1:1: error: found an array, expected one event on each line"),
    (
      "{\"time\":1,\"completion\":\"finished\"}\n{\"time\":1,\"value\":1}",
      "e.ndjson:2:1: error: found an event after the end"
    ),
  ])
  func `mistakes are reported at their places in the file`(text: String, message: String) throws {
    #expect(try failure(in: folder(text)).contains(message))
  }

  @Test func `a missing file is reported, and does not affect playing`() throws {
    let folder = try folder()
    let text = try failure(in: folder)
    #expect(
      text.contains("a.json:1:41: error: cannot read './e.ndjson': No such file or directory"))
    #expect(text.contains("; 'stream-run test --accept' writes it"))
    _ = try Program(SourceText(contentsOfFile: folder / "a.json"))
  }

  @Test(arguments: [nil, "", "{\"time\":9,\"value\":1}\n"])
  func `actual events are accepted into the file, byte for byte as they are printed`(
    old: String?
  ) throws {
    let folder = try folder(old)
    #expect(try failure(in: folder, accepting: true) == "")
    #expect(try text(of: "e.ndjson", in: folder) == Self.lines)
    #expect(try text(of: "a.json", in: folder) == Self.stream)
    #expect(try failure(in: folder) == "")
  }

  @Test func `a failure that matches any failure stays generic`() throws {
    let stream = #"{"marbles": "-a#", "error": "no", "expect": {"path": "./e.ndjson"}}"#
    let folder = try folder(#"{"time":2,"completion":"failure"}"#, stream: stream)
    #expect(try failure(in: folder, accepting: true) == "")
    #expect(
      try text(of: "e.ndjson", in: folder)
        == "{\"time\":1,\"value\":\"a\"}\n{\"time\":2,\"completion\":\"failure\"}\n")
  }

  @Test func `nothing is written into a file that has mistakes, or that a test reads`() throws {
    let broken = "{\"time\":1}\n"
    let first = try folder(broken)
    #expect(try !failure(in: first, accepting: true).isEmpty)
    #expect(try text(of: "e.ndjson", in: first) == broken)
    let second = try folder(
      "{\"time\":9,\"value\":1}\n",
      stream: #"""
        {"input": "x", "tests": [{"inputs": {"x": "./e.ndjson"}, "expect": {"path": "e.ndjson"}}]}
        """#)
    #expect(try failure(in: second, accepting: true).contains("is also an input of a test"))
    #expect(try text(of: "e.ndjson", in: second) == "{\"time\":9,\"value\":1}\n")
  }

  @Test func `two tests that expect one file must agree`() throws {
    let stream = #"""
      {"from": "i", "definitions": {"i": {"sequence": []}}, "tests": [
        {"inputs": {"i": "a|"}, "expect": {"path": "./e.ndjson"}},
        {"inputs": {"i": "b|"}, "expect": {"path": "./../x/../y/e.ndjson"}}]}
      """#
    let folder = try folder("", stream: stream)
    let name = URL(fileURLWithPath: folder.path).lastPathComponent
    try folder.write(
      stream.replacing("./../x/../y/e.ndjson", with: "../\(name)/e.ndjson"), to: "a.json")
    #expect(try failure(in: folder, accepting: true).contains("two tests expect"))
    #expect(try text(of: "e.ndjson", in: folder) == "")
  }

  @Test func `no file is created outside the folder of the stream file`() throws {
    let folder = try Folder([
      "in/a.json": #"{"sequence": [1], "expect": {"path": "../e.ndjson"}}"#
    ])
    func accept() throws {
      try StreamFile(folder / "in/a.json").check(accepting: true)
    }
    #expect(throws: CheckFailure.self) { try accept() }
    #expect(!FileManager.default.fileExists(atPath: folder / "e.ndjson"))
    try folder.write(
      #"{"sequence": [1], "expect": {"path": "no/e.ndjson"}}"#, to: "a.json")
    #expect(
      try failure(in: folder, accepting: true).contains("cannot write 'no/e.ndjson': No such"))
    // An existing one is not changed either.
    let old = #"{"time":1,"value":1}"#
    try folder.write(old, to: "e.ndjson")
    #expect(throws: CheckFailure.self) { try accept() }
    #expect(try text(of: "e.ndjson", in: folder) == old)
  }

  @Test func `a path without braces is reported if there is such a file`() throws {
    let folder = try folder(stream: #"{"sequence": [1], "expect": "./wanted"}"#)
    try folder.write("", to: "wanted")
    let before = try text(of: "a.json", in: folder)
    #expect(
      try failure(in: folder, accepting: true).contains(
        "a.json:1:29: error: found the path of a file, expected a marble diagram in a string; write "
          + "{ \"path\": \"./wanted\" }"))
    #expect(try text(of: "a.json", in: folder) == before)
  }

  @Test func `an expected file is encoded as it was read`() throws {
    let text = #"{"sequence":[1],"expect":{"$why":1,"path":"./e.ndjson"}}"#
    let model = try StreamModel<Value>(SourceText(name: "a.json", text))
    #expect(
      String(decoding: JSONWriter.text(of: try ValueEncoder().encode(model)), as: UTF8.self) == text
    )
  }
}
