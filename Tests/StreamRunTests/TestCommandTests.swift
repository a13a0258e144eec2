import Foundation
import Testing
import Values

/// `stream-run test`.
@Suite struct TestCommandTests {
  private static let right = #"{ "marbles": "-a|", "expect": "-a|" }"#
  private static let wrong = #"{ "marbles": "-a|", "expect": "-<|" }"#
  private static let several = #"""
    { "definitions": { "i": { "sequence": [] } }, "from": "i",
      "tests": [ { "name": "one # \"two\" & <three>", "inputs": { "i": "a|" }, "expect": "b|" },
                 { "inputs": { "i": "a|" }, "expect": "a|" } ] }
    """#

  private func folder(_ files: KeyValuePairs<String, String>) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  /// Runs a line in a folder. Times are removed from its output.
  private func run(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
    var outcome = try Command.shell("cd '\(folder.path)' && \"$0\" test \(line)")
    outcome.output.replace(/\(\d+(\.\d+)? (s|ms)\)/, with: "(T)")
    outcome.output.replace(/(seconds":|time="|duration_ms: )\d+(\.\d+)?/) { "\($0.output.1)T" }
    return outcome
  }

  @Test func `a skipped test is counted, and is not a failure`() throws {
    let folder = try folder([
      "a.json": """
      { "sequence": [1], "tests": [ { "name": "a", "skip": "not yet", "expect": "2|" },
        { "name": "b", "expect": "(1|)" } ] }
      """
    ])
    #expect(
      try run("a.json", in: folder)
        == Outcome(
          output: """
            skipped a.json:1:75: a: not yet
            2 tests in 1 file: 1 passed, 1 skipped (T)

            """, errors: "", code: 0))
    #expect(
      try run("a.json -f tap", in: folder).output.contains(
        "ok 1 - a.json:1:75: a # SKIP not yet\n"))
    #expect(
      try run("a.json -f junit", in: folder).output.contains(#"<skipped message="not yet"/>"#))
    #expect(
      try run("a.json -f json", in: folder).output.contains(
        #""outcome":"skipped","seconds":T,"message":"not yet"}"#))
  }

  @Test func `a check that is met is counted`() throws {
    let folder = try folder(["a.json": Self.right, "b.json": Self.right, "c.json": "{}"])
    #expect(
      try run(".", in: folder)
        == Outcome(
          output: "2 tests in 2 files: 2 passed; 1 not a stream file (T)\n", errors: "", code: 0))
    #expect(
      try run("a.json --verbose", in: folder).output == """
        ok a.json:1:31: expect (T)
        1 test in 1 file: 1 passed (T)

        """)
  }

  @Test func `differences are drawn, and the code is 1`() throws {
    let folder = try folder(["a.json": Self.wrong, "b.json": Self.right])
    #expect(
      try run("a.json b.json", in: folder)
        == Outcome(
          output: """
            FAIL a.json:1:33: expect
             1 | { "marbles": "-a|", "expect": "-<|" }
               |                                 ^

                        0s   1s   2s
                        +----+----+
              expected  -----<----|
              actual    -----a----|
                             ^
              first difference at 1s: expected <, got a
              everything else is as expected

            2 tests in 2 files: 1 failed, 1 passed (T)

            """, errors: "", code: 1))
  }

  @Test func `colors are used on request, and add no information`() throws {
    let folder = try folder(["a.json": Self.wrong])
    let plain = try run("a.json --color never", in: folder)
    var colored = try run("a.json --color always", in: folder)
    #expect(colored.output.contains("\u{1B}[1;32m  expected  -----<----|\u{1B}[0m"))
    colored.output.replace(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(colored == plain)
  }

  @Test func `the output is the same with any number of jobs`() throws {
    let folder = try TemporaryFolder()
    for index in 0..<60 {
      try folder.write(index % 3 == 0 ? Self.wrong : Self.several, to: "f\(index).json")
    }
    let one = try run(". --jobs 1", in: folder)
    #expect(try run(". --jobs 8", in: folder) == one)
    #expect(one.output.hasSuffix("100 tests in 60 files: 60 failed, 40 passed (T)\n"))
  }

  @Test func `JSON has a line for each test`() throws {
    let folder = try folder(["a.json": Self.several, "b.json": Self.right])
    let outcome = try run(". --format json", in: folder)
    #expect(outcome.code == 1 && outcome.lines.count == 3)
    #expect(
      outcome.lines[0].hasPrefix(
        #"{"file":"a.json","line":2,"column":86,"test":"one # \"two\" & <three>","outcome":"failed","seconds":T,"differsAt":{"line":2,"column":87},"expected":[{"time":0,"value":"b"},{"time":1,"completion":"finished"}],"actual":[{"time":0,"value":"a"},{"time":1,"completion":"finished"}],"message":"a.json:2:87: one"#
      ))
    #expect(
      outcome.lines[1...].map { $0.replacing(":T", with: ":0") } == [
        #"{"file":"a.json","line":3,"column":51,"test":"test 2","outcome":"passed","seconds":0}"#,
        #"{"file":"b.json","line":1,"column":31,"test":"expect","outcome":"passed","seconds":0}"#,
      ])
    for line in outcome.lines {
      _ = try JSONReader.value(
        of: SourceText(name: "output", line.replacing("\"seconds\":T", with: "\"seconds\":0")))
    }
  }

  @Test func `JUnit's XML is escaped`() throws {
    let folder = try folder(["a.json": Self.several, "b.json": #"{"sequence": [], "expect": 7}"#])
    let outcome = try run(". --format junit", in: folder)
    #expect(outcome.code == 65)
    let lines = outcome.lines
    #expect(
      Array(lines.prefix(4)) == [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>",
        #"  <testsuite name="a.json" tests="2" failures="1" errors="0" skipped="0" time="T">"#,
        #"    <testcase classname="a.json" name="one # &quot;two&quot; &amp; &lt;three&gt;" file="a.json" line="2" time="T">"#,
      ])
    #expect(
      lines[4].hasPrefix(#"      <failure message="first difference at 0s: expected b, got a">"#))
    #expect(
      lines.contains(
        #"  <testsuite name="b.json" tests="1" failures="0" errors="1" skipped="0" time="T">"#))
    let document = try XMLShape(outcome.output.replacing("\"T\"", with: "\"0\""))
    #expect(document.names.filter { $0 == "testcase" }.count == 3)
  }

  @Test func `TAP has a plan and escapes text that would be a directive`() throws {
    let folder = try folder(["a.json": Self.several])
    let outcome = try run(". --format tap", in: folder)
    #expect(outcome.code == 1)
    #expect(
      outcome.output.hasPrefix(
        ##"""
        TAP version 14
        not ok 1 - a.json:2:86: one \# "two" & <three>
          ---
          duration_ms: T
          message: |2-
            a.json:2:87: one
        """##))
    #expect(
      outcome.output.hasSuffix(
        """
            everything else is as expected
          ...
        ok 2 - a.json:3:51: test 2
          ---
          duration_ms: T
          ...
        1..2

        """))
  }

  @Test func `tests are listed and selected`() throws {
    let folder = try folder(["a.json": Self.several, "b.json": Self.wrong])
    #expect(
      try run(". --list", in: folder)
        == Outcome(
          output: """
            a.json:2:86: one # "two" & <three>
            a.json:3:51: test 2
            b.json:1:31: expect

            """, errors: "", code: 0))
    #expect(
      try run(". --filter 'test 2'", in: folder).output
        == "1 test in 1 file: 1 passed; 2 tests not chosen (T)\n")
    #expect(try run(". --filter b.js --list", in: folder).lines == ["b.json:1:31: expect"])
    #expect(
      try run(". --filter nothing", in: folder)
        == Outcome(output: "nothing to test; 3 tests not chosen\n", errors: "", code: 1))
  }

  @Test func `after the first failure nothing more is printed`() throws {
    let folder = try folder([
      "a.json": Self.right, "b.json": Self.wrong, "c.json": Self.wrong,
    ])
    let outcome = try run(". --fail-fast", in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("b.json") && !outcome.output.contains("c.json"))
    #expect(outcome.output.hasSuffix("2 tests in 2 files: 1 failed, 1 passed (T)\n"))
  }

  @Test func `actual events are accepted, and then expected`() throws {
    let folder = try folder(["a.json": Self.wrong, "b.json": Self.several, "c.json": Self.right])
    #expect(
      try run(". --accept", in: folder)
        == Outcome(
          output: """
            accepted a.json:1:31: expect (T)
            accepted b.json:2:86: one # "two" & <three> (T)
            4 tests in 3 files: 2 accepted, 2 passed (T)

            """, errors: "", code: 0))
    #expect(try folder.read("a.json") == Self.right)
    #expect(try folder.read("b.json") == Self.several.replacing(#""b|""#, with: #""a|""#))
    #expect(try run(".", in: folder).code == 0)
  }

  @Test func `only selected tests are accepted, and none with mistakes`() throws {
    let broken = #"{ "marbles": "-a|", "expect": "-(" }"#
    let folder = try folder(["a.json": Self.wrong, "b.json": Self.wrong, "c.json": broken])
    #expect(try run(". --accept --filter b.json", in: folder).code == 0)
    #expect(try folder.read("a.json") == Self.wrong)
    #expect(try folder.read("b.json") == Self.right)
    #expect(try run(". --accept", in: folder).code == 65)
    #expect(try folder.read("c.json") == broken)
  }

  @Test func `a playback that does not end is stopped`() throws {
    let folder = try folder([
      "a.json": #"{ "marbles": "-|", "operators": [ { "repeat": {} } ], "expect": "" }"#
    ])
    let outcome = try run("a.json --steps 10", in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\n  stopped after 10 steps at "))
    #expect(outcome.output.contains("\n  still pending: 1 timer, the next due at "))
  }

  @Test func `mistakes of a file are reported as usual`() throws {
    let folder = try folder(["a.json": #"{ "sequence": [], "expect": "|", "tests": [ {} ] }"#])
    let outcome = try run(".", in: folder)
    #expect(outcome.code == 65)
    #expect(
      outcome.output.hasPrefix("FAIL a.json:1:45: error: a test needs an 'expect', the events"))
  }

  @Test(arguments: [
    ("", 64, "stream-run: the path is missing; name stream files, or folders of them\n"),
    ("nowhere.json", 66, "stream-run: cannot read 'nowhere.json': No such file or directory\n"),
    ("a.json nowhere", 66, "stream-run: cannot read 'nowhere': No such file or directory\n"),
    ("none.json", 1, "stream-run: none.json: nothing to test\n"),
    ("a.json --jobs 0", 64, "stream-run: option '--jobs' is 0; expected 1 or more\n"),
    (
      "a.json --accept --fail-fast", 64,
      "stream-run: '--accept' and '--fail-fast' cannot be combined; use one of them\n"
    ),
    (
      "a.json --format xml", 64,
      "stream-run: unknown format 'xml'; expected 'text', 'json', 'junit' or 'tap'\n"
    ),
    ("a.json --until 3", 64, "stream-run: 'test' has no option '--until'; it belongs to 'play'\n"),
  ])
  func `impossible requests are reported`(line: String, code: Int32, message: String) throws {
    let folder = try folder(["a.json": Self.right, "none.json": #"{"sequence": []}"#])
    let outcome = try run(line, in: folder)
    #expect(outcome.code == code)
    #expect(outcome.errors.hasPrefix(message))
  }

  @Test func `a file that is named twice is played once`() throws {
    let folder = try folder(["a.json": Self.right])
    #expect(
      try run("a.json ./a.json .//a.json .", in: folder).output
        == "1 test in 1 file: 1 passed (T)\n")
  }

  @Test func `marked blocks of a Markdown page are played`() throws {
    let folder = try folder([
      "page.md": "# T\n\n```json stream\n\(Self.wrong)\n```\n\n```text\n\(Self.wrong)\n```\n"
    ])
    let outcome = try run("page.md", in: folder)
    #expect(outcome.output.hasPrefix("FAIL page.md:4:33: expect\n 4 | { \"marbles\""))
    #expect(outcome.output.hasSuffix("1 test in 1 file: 1 failed (T)\n"))
  }

  @Test func `every file in Streams emits the expected events`() throws {
    let outcome = try Command.run("test", StreamFilesTests.folder.path)
    #expect(outcome.code == 0, "\(outcome.output)")
  }
}

/// The elements of an XML document, which must be well-formed.
private final class XMLShape {
  private(set) var names: [String] = []

  init(_ text: String) throws {
    var open: [String] = []
    for tag in text.matches(of: /<([?\/]?)([a-z]+)((?:\s+[a-z]+="[^"<]*")*)\s*([?\/]?)>/) {
      let name = String(tag.output.2)
      if tag.output.1 == "/" {
        try #require(open.popLast() == name)
      } else if tag.output.1.isEmpty {
        names.append(name)
        if tag.output.4.isEmpty { open.append(name) }
      }
    }
    try #require(open.isEmpty)
    let rest = text.replacing(/<[^<>]*>/, with: "").replacing(/&(amp|lt|gt|quot|#\d+);/, with: "")
    try #require(!rest.contains("<") && !rest.contains("&"))
  }
}
