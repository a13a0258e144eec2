import Foundation
import Testing
import Values

/// `stream-run validate`.
@Suite struct ValidateCommandTests {
  private static let right = #"{ "marbles": "-a|", "expect": "-a|" }"#
  private static let wrong = #"{ "sequence": [1], "operators": [{ "fliter": {} }] }"#
  private static let odd = #"{ "marbles": "-a-", "operators": [{ "count": {} }] }"#
  private static let wrongReport = """
    b.json:1:36: error: unknown operator 'fliter'; did you mean 'filter'? [unknown-operator]
     1 | { "sequence": [1], "operators": [{ "fliter": {} }] }
       |                                    ^

    """

  private func folder(_ files: KeyValuePairs<String, String>) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  private func run(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
    try Command.shell("cd '\(folder.path)' && \"$0\" validate \(line)")
  }

  @Test func `a folder is checked in the order of its paths`() throws {
    let folder = try folder([
      "c.json": Self.odd, "b.json": Self.wrong, "a.json": Self.right, "d.json": #"{"name": "x"}"#,
      "e.md": "```json stream\n{}\n```\n", "op.json": #"{"operators": [{"count": {}}]}"#,
    ])
    let outcome = try run(".", in: folder)
    #expect(outcome.code == 65 && outcome.errors == "")
    #expect(
      outcome.output.hasPrefix(Self.wrongReport + "c.json:1:37: warning: 'count' never emits"))
    #expect(outcome.output.contains("\ne.md:2:1: error: "))
    #expect(
      outcome.lines.last
        == "5 files: 2 errors and 1 warning in 3 files; 1 not a stream file")
    #expect(try run(". -j 1", in: folder) == outcome)
    #expect(
      try run(". --exclude b.json --exclude 'e*'", in: folder).lines.last
        == "3 files: 1 warning in 1 file; 1 not a stream file, 2 excluded")
  }

  @Test func `the exit code reflects the findings`() throws {
    let folder = try folder([
      "a.json": Self.right, "b.json": Self.wrong, "c.json": Self.odd, "d.json": "[1]",
    ])
    #expect(
      try run("a.json", in: folder)
        == Outcome(output: "1 file: nothing wrong\n", errors: "", code: 0))
    #expect(try run("b.json", in: folder).code == 65)
    #expect(try run("c.json", in: folder).code == 0)
    #expect(try run("c.json --strict", in: folder).code == 65)
    #expect(
      try run("b.json nowhere.json", in: folder)
        == Outcome(
          output: Self.wrongReport + "1 file: 1 error in 1 file; 1 path cannot be read\n",
          errors: "stream-run: cannot read 'nowhere.json': No such file or directory\n", code: 66))
    #expect(try run("b.json >/dev/full", in: folder).code == 74)
    #expect(try run("", in: folder).code == 64)
    // Nothing was checked, which must not count as success.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/empty", withIntermediateDirectories: true)
    #expect(
      try run("empty", in: folder)
        == Outcome(
          output: "no stream files\n", errors: "stream-run: empty: no stream files\n", code: 1))
    // A file that is named is meant to be a stream file.
    #expect(try run("d.json", in: folder).code == 65)
  }

  @Test func `standard input is a file, too`() throws {
    let outcome = try Command.run("validate", "-", input: Self.wrong)
    #expect(outcome.output.hasPrefix("<stdin>:1:36: error: unknown operator 'fliter'"))
    #expect(outcome.code == 65)
  }

  @Test func `data of tests is not a mistake`() throws {
    let folder = try folder([
      "a.json":
        #"{ "input": "x", "tests": [{ "inputs": { "x": "./x.json" }, "expect": "(1|)" }] }"#,
      "x.json": #"{ "from": 1 }"#,
    ])
    #expect(
      try run(".", in: folder)
        == Outcome(output: "1 file: nothing wrong; 1 not a stream file\n", errors: "", code: 0))
  }

  @Test func `inputs are checked against the first records of their files`() throws {
    let folder = try folder([
      "a.json":
        #"{ "input": "log", "path": "log.ndjson", "operators": [{ "map": { "expression": "$0.b" } }] }"#,
      "log.ndjson": "{\"a\":1}\n",
      "other.csv": "b\n1\n",
    ])
    let found = try run("a.json", in: folder)
    #expect(found.code == 0)
    #expect(
      found.output.contains("a.json:1:84: warning: the only record of 'log' does not have 'b'"))
    #expect(found.lines.last == "1 file: 1 warning in 1 file; read the only record of 'log'")
    #expect(try run("a.json --strict", in: folder).code == 65)
    #expect(
      try run("a.json --input log=other.csv", in: folder)
        == Outcome(
          output: "1 file: nothing wrong; read the only record of 'log'\n", errors: "", code: 0))
    #expect(
      try run("a.json --input log=nowhere.csv", in: folder).output.hasPrefix(
        "a.json:1:12: warning: cannot read 'nowhere.csv': No such file or directory"))
    #expect(
      try run("a.json --input lgo=other.csv", in: folder).errors
        == "stream-run: no file has the bound input 'lgo'\n")
    #expect(try run("a.json --input log=-", in: folder).code == 64)
  }

  @Test func `a mistake in a file that others name is reported once`() throws {
    let folder = try folder(["a.json": #"{ "from": "./b.json" }"#, "b.json": Self.wrong])
    let outcome = try run(".", in: folder)
    #expect(outcome.output.components(separatedBy: "fliter'; did").count == 2)
    #expect(outcome.output.contains("a.json:1:11: note: the file is named here"))
    #expect(outcome.lines.last == "2 files: 1 error in 1 file")
  }

  @Test func `each mistake is a line of JSON`() throws {
    let folder = try folder(["a.json": #"{ "from": "./b.json" }"#, "b.json": Self.wrong])
    #expect(
      try run("a.json -f json", in: folder).output == """
        {"file":"b.json","line":1,"column":36,"endColumn":44,"severity":"error",\
        "code":"unknown-operator","number":"E0301",\
        "message":"unknown operator 'fliter'",\
        "hint":"did you mean 'filter'?","path":"operators[0].fliter",\
        "notes":[{"file":"a.json","line":1,"column":11,"message":"the file is named here"}]}

        """)
  }

  @Test func `each mistake is a workflow command, with special characters escaped`() throws {
    let folder = try folder(["a,b%.json": Self.wrong])
    #expect(
      try run(". -f github", in: folder).output == """
        ::error file=a%2Cb%25.json,line=1,col=36,endLine=1,endColumn=43,title=unknown-operator::\
        unknown operator 'fliter'; did you mean 'filter'?

        """)
  }

  @Test func `SARIF names files as references, and rules by their codes`() throws {
    let folder = try folder(["a b:#ü.json": Self.wrong])
    let outcome = try run(". nowhere.json -f sarif", in: folder)
    #expect(outcome.code == 66)
    let log = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let run = (log?["runs"] as? [[String: Any]])?.first
    let result = (run?["results"] as? [[String: Any]])?.first
    #expect(log?["version"] as? String == "2.1.0")
    #expect(run?["columnKind"] as? String == "unicodeCodePoints")
    #expect(result?["ruleId"] as? String == "unknown-operator")
    let rules = (run?["tool"] as? [String: [String: Any]])?["driver"]?["rules"] as? [[String: Any]]
    let rule = rules?.first { $0["id"] as? String == "unknown-operator" }
    #expect(rule?["helpUri"] as? String == "stream-run:explain/E0301")
    #expect(outcome.output.contains(#""artifactLocation":{"uri":"a%20b%3A%23%C3%BC.json"}"#))
    #expect(outcome.output.contains(#""region":{"startLine":1,"startColumn":36,"endColumn":44}"#))
    #expect(outcome.output.contains(#""executionSuccessful":false"#))
  }

  private static let sarifSchema = ProcessInfo.processInfo.environment["STREAMS_SARIF_SCHEMA"]
  private static let hasValidator: Bool =
    (try? Command.shell("python3 -c 'import jsonschema'"))?.code == 0

  @Test(
    .enabled(
      if: hasValidator && sarifSchema != nil,
      "jsonschema for Python is not installed, or STREAMS_SARIF_SCHEMA names no schema"))
  func `SARIF passes the schema of the standard`() throws {
    let folder = try folder([
      "a.json": #"{ "from": "./b.json" }"#, "b.json": Self.wrong, "c d.json": Self.odd,
    ])
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)
      validator.check_schema(schema)
      found = validator(schema, format_checker=validator.FORMAT_CHECKER)
      print([mistake.message for mistake in found.iter_errors(json.load(sys.stdin))])
      """
    try folder.write(script, to: "check.py")
    for paths in [".", "a.json nowhere.json", "c\\ d.json --strict", "-- -"] {
      let outcome = try run(
        "-f sarif \(paths) 2>/dev/null </dev/null | python3 check.py "
          + "'\(Self.sarifSchema ?? "")'", in: folder)
      #expect(outcome.output == "[]\n" && outcome.errors == "", "\(paths)")
    }
  }
}
