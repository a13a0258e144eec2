import Foundation
import Testing

/// Each way in which a folder of tests could pass without testing anything.
@Suite struct TestFindingTests {
  private static let right = #"{ "marbles": "-a|", "expect": "-a|" }"#

  private func folder(_ files: KeyValuePairs<String, String>) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      if let slash = name.lastIndex(of: "/") {
        try FileManager.default.createDirectory(
          atPath: folder.path + "/" + name[..<slash], withIntermediateDirectories: true)
      }
      try folder.write(text, to: name)
    }
    return folder
  }

  /// Runs a line in a folder. Times are removed from its output.
  private func run(
    _ line: String, in folder: TemporaryFolder, after preparation: String = ":"
  ) throws -> Outcome {
    var outcome = try Command.shell(
      "cd '\(folder.path)' && { \(preparation); } && \"$0\" test \(line)")
    outcome.output.replace(/\(\d+(\.\d+)? (s|ms)\)/, with: "(T)")
    return outcome
  }

  /// A file next to a file whose test is met, and the results of both.
  @Test(arguments: [
    (
      "printf '{ nonsense' >b.json", 65, "1 failed, 1 passed", "FAIL b.json:1:3: error: key without"
    ),
    (": >b.json", 65, "1 failed, 1 passed", "FAIL b.json:1:1: error: found nothing"),
    ("echo >b.json", 65, "1 failed, 1 passed", "FAIL b.json:2:1: error: found only whitespace"),
    (#"printf '\377\376{\0}\0' >b.json"#, 65, "1 failed, 1 passed", "found UTF-16, expected UTF-8"),
    ("ln -s nowhere b.json", 66, "1 passed; 1 path cannot be read", "'b.json': No such file"),
    ("ln -s b.json b.json", 66, "1 passed; 1 path cannot be read", "'b.json': Too many"),
    ("mkfifo b.json", 66, "1 passed; 1 path cannot be read", "'b.json': not a regular file"),
    (#"echo '{}' >$'b\377.json'"#, 66, "1 passed; 1 path cannot be read", "cannot read 'b"),
    (#"mkdir $'b\377'"#, 66, "1 passed; 1 path cannot be read", "cannot read 'b"),
    (
      #"echo '{"sequence": [1], "expect": "(2|)"}' >X.JSON"#, 1, "1 failed, 1 passed",
      "FAIL X.JSON:1:31: expect"
    ),
    (
      #"echo '{"sequence": [1], "expct": "(2|)"}' >b.json"#, 65, "1 failed, 1 passed",
      "FAIL b.json:1:19: error: unknown key 'expct' in a stream model; did you mean 'expect'?"
    ),
    (
      #"echo '{"sequence": [1], "test": [{"expect": "(2|)"}]}' >b.json"#, 65,
      "1 failed, 1 passed", "FAIL b.json:1:19: error: unknown key 'test'"
    ),
    (
      #"echo '{"sequence": [1], "operators": [{"fliter": {}}]}' >b.json"#, 65,
      "1 failed, 1 passed", "error: unknown operator 'fliter'"
    ),
    (#"echo '{"sequnce": [1]}' >b.json"#, 65, "1 failed, 1 passed", "unknown key 'sequnce'"),
    (#"echo '{"marbels": "-a|"}' >b.json"#, 65, "1 failed, 1 passed", "unknown key 'marbels'"),
    (
      #"echo '{"tests": []}' >b.json"#, 65, "1 failed, 1 passed",
      "a stream model needs one of the sources"
    ),
    (#"echo '{"$session": {}}' >b.json"#, 65, "1 failed, 1 passed", "needs one of the sources"),
    (#"echo '{"sequence": [1]}' >b.json"#, 0, "1 passed; 1 file without tests", ""),
    (#"echo '{"sequence": [1], "tests": []}' >b.json"#, 0, "1 passed; 1 file without tests", ""),
    (
      #"echo '{"merge": [{"sequence": [1], "expect": "2"}]}' >b.json"#, 0,
      "1 passed; 1 file without tests, 1 warning",
      "b.json:1:30: warning: 'expect' is never checked here"
    ),
    (
      #"echo '{"marbles": "a", "values": {"a": 1, "b": 2}, "expect": "1"}' >b.json"#, 0,
      "2 passed; 1 warning", "b.json:1:37: warning: the symbol 'b' is not in any diagram"
    ),
    (#"echo '{"test": "x", "name": "y"}' >package.json"#, 0, "1 passed; 1 not a stream file", ""),
    (#"echo '{"form": "a", "export": {}}' >b.json"#, 0, "1 passed; 1 not a stream file", ""),
    ("echo '[1]' >b.json", 0, "1 passed; 1 not a stream file", ""),
    (
      #"echo '{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {}}' >b.json"#,
      0, "1 passed; 1 not a stream file", ""
    ),
    ("echo text >page.md", 0, "1 passed; 1 not a stream file", ""),
    ("mkdir .git; echo '{ nonsense' >.git/b.json", 0, "1 passed", ""),
    ("echo '{ nonsense' >.b.json", 65, "1 failed, 1 passed", "FAIL .b.json:1:3"),
    ("mkdir b; ln -s .. b/up; ln -s b c", 0, "1 passed", ""),
    ("mkdir b.json", 0, "1 passed", ""),
    (
      #"mkdir ../$$; echo '{ nonsense' >../$$/b.json; mv ../$$ .hidden; ln -s .hidden c"#, 65,
      "1 failed, 1 passed", "FAIL c/b.json:1:3"
    ),
  ])
  func `files next to a test are tested, reported or counted`(
    preparation: String, code: Int32, summary: String, message: String
  ) throws {
    let folder = try folder(["a.json": Self.right])
    let outcome = try run(".", in: folder, after: preparation)
    #expect(outcome.code == code)
    #expect(outcome.output.hasSuffix(": \(summary) (T)\n"), "\(outcome.output)")
    #expect(message.isEmpty || (outcome.output + outcome.errors).contains(message), "\(outcome)")
  }

  @Test func `if there are several codes, the highest counts`() throws {
    let folder = try folder([
      "1/a.json": #"{ "marbles": "-a|", "expect": "-b|" }"#, "2/b.json": "{",
    ])
    #expect(try run("1", in: folder).code == 1)
    #expect(try run("1 2", in: folder).code == 65)
    #expect(try run("1 2 nowhere", in: folder).code == 66)
    #expect(try run("2 --format xml", in: folder).code == 64)
  }

  @Test func `a file without tests is a failure on request`() throws {
    let folder = try folder([
      "a.json": Self.right, "b.json": #"{"sequence": []}"#, "c.json": "{}",
    ])
    #expect(
      try run(". --require-tests", in: folder)
        == Outcome(
          output: """
            FAIL b.json: no tests, expected 'expect' or 'tests'

            1 test in 1 file: 1 passed; 1 file without tests, 1 not a stream file (T)

            """, errors: "", code: 1))
    #expect(try run(". --require-tests --exclude b.json", in: folder).code == 0)
    let empty = try run("a.json empty --require-tests", in: folder, after: "mkdir empty")
    #expect(empty.code == 1 && empty.errors == "stream-run: empty: nothing to test\n")
  }

  @Test func `files without tests are reported once in the whole report`() throws {
    let folder = try folder([
      "a.json": Self.right, "b.json": #"{"sequence": []}"#, "package.json": "{}",
    ])
    #expect(
      try run(". --verbose", in: folder).output == """
        ok a.json:1:31: expect (T)
        -- b.json: no tests
        -- package.json: not a stream file
        1 test in 1 file: 1 passed; 1 file without tests, 1 not a stream file (T)

        """)
    #expect(
      try run(". --list", in: folder).output
        == "a.json:1:31: expect\nb.json: no tests\npackage.json: not a stream file\n")
    #expect(
      try run(". --list --format json", in: folder).lines == [
        #"{"file":"a.json","line":1,"column":31,"test":"expect"}"#,
        #"{"file":"b.json","line":1,"column":1,"message":"no tests"}"#,
        #"{"file":"package.json","line":1,"column":1,"message":"not a stream file"}"#,
      ])
  }

  @Test func `files that tests read are data, whatever they contain`() throws {
    let folder = try folder([
      "rows.json": "1\n2\n", "wanted.json": "{\"time\":0,\"value\":1}\n{\"time\":0,\"value\":2}\n",
      "z.json": #"""
      { "append": [{ "input": "x" }, { "marbles": "" }],
        "tests": [{ "inputs": { "x": "./rows.json" }, "expect": { "path": "./wanted.json" } }] }
      """#,
    ])
    #expect(
      try run(".", in: folder)
        == Outcome(
          output: "1 test in 1 file: 1 passed; 2 not stream files (T)\n", errors: "", code: 0))
  }

  @Test func `actual events are accepted into the named file`() throws {
    let folder = try folder(["a.json": #"{ "marbles": "-a|", "expect": { "path": "e.ndjson" } }"#])
    #expect(try run("a.json", in: folder).code == 65)
    #expect(
      try run("a.json --accept", in: folder).output
        == "accepted a.json:1:31: expect (T)\n1 test in 1 file: 1 accepted (T)\n")
    #expect(
      try folder.read("e.ndjson")
        == "{\"time\":1,\"value\":\"a\"}\n{\"time\":2,\"completion\":\"finished\"}\n")
    #expect(try run("a.json", in: folder).code == 0)
    try folder.write("{\"time\":1,\"value\":\"b\"}\n", to: "e.ndjson")
    let outcome = try run("a.json --format json", in: folder)
    #expect(outcome.output.contains(#""differsAt":{"line":1,"column":19,"file":"e.ndjson"}"#))
  }

  @Test(arguments: [
    ("sub", ["a.json", "x/b.json", "x/y/c.tmp.json"]),
    ("*.tmp.json", ["a.json", "sub/d.json", "x/b.json"]),
    ("x/*.json", ["a.json", "sub/d.json", "x/y/c.tmp.json"]),
    ("./x/**", ["a.json", "sub/d.json"]),
    ("**/[a-c].json", ["sub/d.json", "x/y/c.tmp.json"]),
    ("[!ab].json", ["a.json", "x/b.json", "x/y/c.tmp.json"]),
    ("**/y/", ["a.json", "sub/d.json", "x/b.json"]),
    ("?.json", ["x/y/c.tmp.json"]),
    (#"\a.json"#, ["sub/d.json", "x/b.json", "x/y/c.tmp.json"]),
    ("a*b", ["a.json", "sub/d.json", "x/b.json", "x/y/c.tmp.json"]),
  ])
  func `files that match a pattern are skipped and counted`(pattern: String, left: [String]) throws
  {
    let folder = try folder([
      "a.json": Self.right, "sub/d.json": Self.right, "x/b.json": Self.right,
      "x/y/c.tmp.json": Self.right,
    ])
    let outcome = try run(". --list --exclude '\(pattern)'", in: folder)
    #expect(outcome.lines.map { $0.replacing(":1:31: expect", with: "") } == left)
    let counted = try run(". --exclude '\(pattern)'", in: folder).output.contains(" excluded ")
    #expect(counted == (left.count < 4))
  }

  @Test(arguments: [
    ("--exclude ''", "option '--exclude' is empty; expected a pattern"),
    (
      "--exclude '[a'",
      #"option '--exclude' is '[a', whose set has no ']'; write '\[' for a bracket"#
    ),
  ])
  func `an invalid pattern is reported`(line: String, message: String) throws {
    let outcome = try run(". \(line)", in: folder(["a.json": Self.right]))
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("stream-run: \(message)"))
  }

  @Test func `a pattern with many stars takes no time`() throws {
    let name = String(repeating: "a", count: 200) + ".json"
    let folder = try folder(["\(name)": Self.right])
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(try run(". --exclude '\(pattern)'", in: folder).code == 0)
  }

  @Test func `formats for programs also report files that were not tested`() throws {
    let folder = try folder(["a.json": Self.right, "b.json": #"{"sequence": []}"#])
    let tap = try run(". --format tap", in: folder, after: "mkfifo c.json")
    #expect(tap.output.contains("\nok 3 - b.json # SKIP no tests\n"))
    #expect(tap.output.contains("\nnot ok 2 - c.json\n") && tap.output.hasSuffix("\n1..3\n"))
    let junit = try run(". --format junit", in: folder)
    #expect(junit.output.contains(#"<skipped message="no tests"/>"#))
    #expect(junit.output.contains(#"<error message="cannot read 'c.json': not a regular file">"#))
    #expect(try run(". --format json", in: folder).output.contains(#""outcome":"skipped""#))
    let strict = try run(". --format junit --require-tests", in: folder)
    #expect(strict.output.contains(#"<failure message="no tests, expected 'expect' or 'tests'">"#))
  }

  @Test func `an input of a named file is bound by its name, or with its file`() throws {
    let folder = try folder([
      "cpu.json": #"{"input": "metrics"}"#, "mem.json": #"{"input": "metrics"}"#,
      "a.json": #"{"merge": ["./cpu.json", "./mem.json"]}"#, "one": "1\n", "two": "2\n",
    ])
    func values(_ options: String) throws -> [String] {
      try Command.shell("cd '\(folder.path)' && \"$0\" a.json --format values \(options)").lines
    }
    #expect(try values("--input metrics=one") == ["1", "1"])
    #expect(try values("--input ./cpu.json#metrics=one --input metrics=two") == ["1", "2"])
    #expect(
      try values("--input ./cpu.json#metrics=two --input ./mem.json#metrics=one") == ["2", "1"])
  }
}
