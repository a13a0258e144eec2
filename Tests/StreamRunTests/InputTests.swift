import Foundation
import Testing

/// `--input` and related options.
struct InputTests {
  static let orders = #"""
    {"ts":"2021-09-01T20:02:00.025Z","user":"UserA","category":"Games","price":25.0}
    {"ts":"2021-09-01T20:02:01.239Z","user":"UserA","category":"Games","price":50.0}
    {"ts":"2021-09-01T20:02:07.581Z","user":"UserA","category":"Games","price":80.0}
    """#

  static let windows = #"""
    {"input": "orders", "time": "$0.ts", "origin": "epoch", "operators": [
      {"groupBy": {"key": "[$0.user, $0.category]", "operators": [
        {"collect": {"seconds": 5}},
        {"map": {"expression": "{'sum': $0.map(o, o.price).sum(), 'last': $0[$0.size() - 1].ts}"}}
      ]}}]}
    """#

  /// Returns a folder with a stream file that plays an input `a` unchanged, and further files.
  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    try folder(#"{"input": "a"}"#, files)
  }

  private func folder(_ document: String, _ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "play.json")
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  /// Runs the command in a folder, where `run` is the command on the stream file.
  private func run(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
    try Command.shell("cd '\(folder.path)'; run() { \"$0\" play.json \"$@\"; }; \(line)")
  }

  @Test func `windows of the clock's own seconds match those of Flink`() throws {
    let folder = try folder(Self.windows, ["orders.ndjson": Self.orders])
    let expected = """
      {"time":1630526525,"value":{"sum":75.0,"last":"2021-09-01T20:02:01.239Z"}}
      {"time":1630526527.581,"value":{"sum":80.0,"last":"2021-09-01T20:02:07.581Z"}}
      {"time":1630526527.581,"completion":"finished"}

      """
    let fromFile = try run("run --input orders=orders.ndjson", in: folder)
    #expect(fromFile == Outcome(output: expected, errors: "", code: 0))
    #expect(try run("run --input orders=- <orders.ndjson", in: folder) == fromFile)
    #expect(try run("cat orders.ndjson | run -i orders=/dev/stdin", in: folder) == fromFile)
  }

  @Test func `records without times before an operator with a clock are reported`() throws {
    let folder = try folder(
      #"{"input": "a", "operators": [{"debounce": {"seconds": 1}}]}"#,
      ["a.ndjson": "{\"at\":0}\n{\"at\":5}\n"])
    let told = try run("run -i a=a.ndjson", in: folder)
    #expect(told.code == 0)
    #expect(told.output == "{\"time\":0,\"completion\":\"finished\"}\n")
    #expect(
      told.errors.hasPrefix(
        "play.json:1:31: warning: 'debounce' depends on time, but all records of 'a' arrive "
          + "at one instant; write \"time\": \"$0.at\" beside the input, or"))
    // Data that arrives through a pipe is read once.
    let piped = try run("cat a.ndjson | run -i a=-", in: folder)
    #expect(piped.output == told.output)
    #expect(piped.errors.contains("write 'time' or 'every' beside the input"))
    #expect(try run("run -i a=a.ndjson --speed 1000", in: folder).errors == "")
  }

  @Test func `a schedule starts at the origin, and ends with the inputs`() throws {
    let folder = try folder(
      #"""
      {"definitions": {"ticks": {"cron": "@daily"}},
       "merge": ["ticks", {"input": "a", "time": "$0.t", "origin": "epoch"}]}
      """#, ["a.ndjson": #"{"t":"2026-01-02T00:00:00Z"}"#])
    #expect(
      try run("run -i a=a.ndjson --origin 2026-01-01T12:00Z -f values", in: folder).lines
        == [#""2026-01-02T00:00:00Z""#, #"{"t":"2026-01-02T00:00:00Z"}"#])
    #expect(
      try run("run --stream ticks --origin 2026-03-01 -n 2 -f values", in: folder).lines
        == [#""2026-03-02T00:00:00Z""#, #""2026-03-03T00:00:00Z""#])
    #expect(
      try run("run --stream ticks --origin 2026-03-01 --until 2026-03-03 -f values", in: folder)
        .lines.count == 2)
  }

  @Test func `formats are recognized by file extensions, or can be specified`() throws {
    let folder = try folder([
      "a.csv": "n,t\r\n1,\"x, y\"\r\n", "a.TSV": "n\tt\n1\tx, y\n", "a.txt": "n,t\n1,\"x, y\"\n",
      "a.jsonl": "{\"n\": 1, \"t\": \"x, y\"}",
    ])
    for line in [
      "run -i a=a.csv", "run -i a=a.TSV", "run -i a=a.txt --input-format csv",
      "run -i a=a.jsonl", "run -i a=- --input-format tsv <a.TSV",
    ] {
      #expect(try run("\(line) -f values", in: folder).output == "{\"n\":1,\"t\":\"x, y\"}\n")
    }
  }

  @Test func `the files of a folder are read in the order of their names`() throws {
    let folder = try folder([:])
    let files = ["b.ndjson": "3\n", "B.ndjson": "1", "a.csv": "x\n2\n", ".hidden": "9\n"]
    try FileManager.default.createDirectory(
      atPath: folder.path + "/logs/inner.ndjson", withIntermediateDirectories: true)
    for (name, text) in files { try folder.write(text, to: "logs/\(name)") }
    #expect(try run("run -i a=logs -f values", in: folder).output == "1\n{\"x\":2}\n3\n")
  }

  @Test func `several inputs are distinguished`() throws {
    let document = #"{"merge": [{"input": "a", "every": 1}, {"input": "b", "every": 1}]}"#
    let folder = try folder(document, ["a.ndjson": "1\n2\n", "b.ndjson": "\"x\"\n\"y\"\n"])
    #expect(
      try run("run --input a=a.ndjson --input=b=b.ndjson -f values", in: folder).output
        == "1\n\"x\"\n2\n\"y\"\n")
  }

  @Test(arguments: [
    (
      "run",
      "the input 'a' is not bound to a file; write '--input a=PATH', '--input a=-' for standard input, "
        + "or \"path\" beside the input in the file"
    ),
    ("run -i a=x -i a=y", "the input 'a' is bound twice; bind it once"),
    ("run -i a=x -i second=y", "the file has no input 'second'; there is only 'a'"),
    (
      "run -i a",
      "option '--input' is 'a'; expected a name and a path, such as trades=trades.csv, or trades=-"
    ),
    (
      "run -i a=x --on-bad-record drop",
      "option '--on-bad-record' is 'drop'; expected 'fail', 'skip' or 'dead-letter=PATH'"
    ),
    (
      "run -i a=x --input-format xml",
      "unknown format 'xml'; expected 'ndjson', 'json', 'csv', 'tsv' or 'text'"
    ),
    (
      "run --allow-path gone",
      "option '--allow-path' is 'gone': No such file or directory; expected "
        + "the path of a folder"
    ),
    (
      "cat play.json | run_ - -i a=-",
      "standard input cannot be read twice; name a file for all but one"
    ),
  ])
  func `an invalid binding is rejected`(line: String, message: String) throws {
    let folder = try folder([:])
    let outcome = try run("run_() { \"$0\" \"$@\"; }; \(line)", in: folder)
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"))
    #expect(outcome.code == 64 && outcome.output == "")
  }

  @Test func `a missing input is reported before anything plays`() throws {
    let outcome = try run("run -i a=gone.csv", in: folder([:]))
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "stream-run: cannot read 'gone.csv': No such file or directory\n", code: 66))
  }

  @Test func `a file that disappears ends the playback`() throws {
    let folder = try folder([:])
    try FileManager.default.createDirectory(
      atPath: folder.path + "/logs", withIntermediateDirectories: true)
    try folder.write(
      String(repeating: "\"a line of some forty bytes, more or less\"\n", count: 20_000),
      to: "logs/1")
    try folder.write("2\n", to: "logs/2")
    // The first file does not fit into the pipe, so the second is gone before its turn.
    let outcome = try run(
      "run -i a=logs -f values | (read line; rm logs/2; cat >/dev/null); exit ${PIPESTATUS[0]}",
      in: folder)
    #expect(outcome.code == 74)
    let reason = "input 'a': cannot read 'logs/2': No such file or directory"
    #expect(outcome.errors == "stream-run: the stream failed at 0 s: \(reason)\n")
  }

  @Test func `bad records are skipped, counted and shown`() throws {
    let folder = try folder(["a.ndjson": "1\n{\n2\nx\n]\n-\n3"])
    let outcome = try run("run -i a=a.ndjson -f values --on-bad-record skip", in: folder)
    #expect(outcome.output == "1\n2\n3\n")
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.hasPrefix(
        "stream-run: input 'a': skipped 4 of 7 records as bad, the first:\n  a.ndjson:2: not JSON ")
    )
    #expect(outcome.errors.split(separator: "\n").count == 4)
  }

  @Test func `bad records are written to a file`() throws {
    let folder = try folder(#"{"input": "a", "time": "$0.t"}"#, ["a.csv": "t\n1\n\"2\"\nx,y\nz\n"])
    let outcome = try run("run -i a=a.csv --on-bad-record dead-letter=dead.ndjson", in: folder)
    #expect(outcome.code == 0)
    #expect(
      try folder.read("dead.ndjson") == #"""
        {"input":"a","place":"a.csv:4","reason":"found 2 fields, expected 1 as in the header","record":"x,y"}
        {"input":"a","place":"a.csv:5","reason":"'z' is not a timestamp: found 'z', expected a digit; the year has 4 digits","record":"z"}

        """#)
  }

  @Test func `a bad record is a failure`() throws {
    let folder = try folder(["a.ndjson": "1\nnone\n2\n"])
    let outcome = try run("run -i a=a.ndjson", in: folder)
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        a.ndjson:2: input 'a': not JSON at byte 1: unknown word 'none', expected a value
        stream-run: the stream failed at 0 s

        """)
  }

  @Test func `a record with a duplicate key is bad`() throws {
    let lines = #"{"a": 1, "a": 2} {"a": 1} {"b": 1234567890123456.0}"#
    let folder = try folder(["a.ndjson": lines.replacingOccurrences(of: "} ", with: "}\n")])
    let outcome = try run("run -i a=a.ndjson -f values --on-bad-record skip", in: folder)
    #expect(outcome.output == "{\"a\":1}\n{\"b\":1234567890123456.0}\n")
    #expect(
      outcome.errors == """
        stream-run: input 'a': skipped 1 of 3 records as bad:
          a.ndjson:1: key 'a' is already in this object, at byte 10

        """)
  }

  @Test func `without a standard input there is nothing to read`() throws {
    let outcome = try run("run -i a=- <&-", in: folder([:]))
    #expect(outcome.errors.hasSuffix("input 'a': cannot read '<stdin>': Bad file descriptor\n"))
    #expect(outcome.code == 74)
  }

  @Test(arguments: [
    (
      "\"drop\"", "5\n6\n",
      """
      dropped 2 of 4 records as late, by up to 4 s:
        a.ndjson:2: 4 s late
        a.ndjson:4: 4 s late
      """
    ),
    ("\"now\"", "5\n1\n6\n2\n", "played 2 of 4 records late, by up to 4 s"),
    ("{\"reorder\": 9}", "1\n2\n5\n6\n", "put 2 of 4 records in order, late by up to 4 s"),
  ])
  func `late records are counted`(late: String, output: String, line: String) throws {
    let folder = try folder(
      #"{"input": "a", "time": "$0", "late": \#(late)}"#, ["a.ndjson": "5\n1\n6\n2\n"])
    let outcome = try run("run -i a=a.ndjson -f values", in: folder)
    #expect(
      outcome == Outcome(output: output, errors: "stream-run: input 'a': \(line)\n", code: 0))
  }
}

/// Tests in a file that replace an input.
struct InputTestTests {
  private func tested(_ tests: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"input": "a", "time": "$0", "operators": [{"debounce": {"seconds": 1}}], "tests": [\#(tests)]}
      """#, to: "play.json")
    try folder.write("0\n0.5\n3\n9\n", to: "a.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" test play.json")
  }

  @Test(arguments: [
    #"{"inputs": {"a": "1-2---3|"}, "expect": "-1-2---|"}"#,
    #"{"inputs": {"a": [{"time": 4, "value": "x"}]}, "expect": "-----x"}"#,
    #"{"inputs": {"a": "./a.ndjson"}, "expect": [{"time": 1.5, "value": 0.5}, {"time": 4, "value": 3}, {"time": 9, "completion": "finished"}]}"#,
  ])
  func `a diagram, a list or a file can replace an input`(test: String) throws {
    let outcome = try tested(test)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      try tested(
        test.replacingOccurrences(of: "time\": 4", with: "time\": 5")
          .replacingOccurrences(of: "1-2---3|", with: "1-2---3--|")
      ).code == 1)
  }

  @Test func `an input without a replacement, or with a missing file, is a mistake`()
    throws
  {
    let unbound = try tested(#"{"expect": "|"}"#)
    #expect(unbound.code != 0)
    #expect(
      (unbound.output + unbound.errors).contains(
        "the input 'a' is not bound to a file, expected a test that replaces it"))
    let gone = try tested(#"{"inputs": {"a": "./gone.ndjson"}, "expect": "|"}"#)
    #expect(gone.code != 0)
    #expect(
      (gone.output + gone.errors).contains("cannot read './gone.ndjson'")
        || (gone.output + gone.errors).contains("cannot read 'gone.ndjson'"))
  }
}

/// `-o`, `--tee`, and the formats for programs.
struct OutputTests {
  private func run(_ line: String, _ document: String) throws -> (Outcome, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "play.json")
    return (try Command.shell("cd '\(folder.path)'; \"$0\" play.json \(line)"), folder)
  }

  @Test func `a table has the keys of the first value, and quotes where they are needed`() throws {
    let (outcome, _) = try run(
      "-f csv",
      #"""
      {"sequence": [{"a": 1, "b c": "x"}, {"b c": "say \"hi\", you", "a": 2.0}, {"a": null},
                    {"a": [1, "y"], "b c": "two\nlines"}]}
      """#)
    #expect(
      outcome.output
        == "a,b c\n1,x\n2.0,\"say \"\"hi\"\", you\"\n,\n\"[1,\"\"y\"\"]\",\"two\nlines\"\n"
    )
    #expect(outcome.code == 0)
    #expect(
      try run("-f csv", #"{"sequence": [1, "x", true]}"#).0.output
        == "value\n1\nx\ntrue\n")
  }

  @Test func `a key that the header lacks is reported`() throws {
    let (outcome, _) = try run("-f csv", #"{"sequence": [{"a": 1}, {"a": 2, "b": 3}]}"#)
    #expect(outcome.output == "a\n1\n")
    #expect(
      outcome.errors
        == "stream-run: no csv: value 2, at 0 s, has the key 'b', which the header lacks: its columns "
        + "are the keys of the first value; give all values the same keys with 'map', or print with "
        + "'--format json'\n")
    #expect(outcome.code == 74)
  }

  @Test func `definitions are written to separate files`() throws {
    let (outcome, folder) = try run(
      "-f values -o out.txt --tee odd=odd.txt --tee pairs=pairs.txt",
      #"""
      {"definitions": {"n": {"marbles": "-1-2-3|"},
                       "odd": {"from": "n", "operators": [{"filter": {"expression": "$0 % 2 == 1"}}]},
                       "pairs": {"from": "n", "operators": [{"collect": {"count": 2}}]}},
       "from": "n", "operators": [{"count": {}}]}
      """#)
    #expect(outcome == Outcome(output: "", errors: "", code: 0))
    #expect(try folder.read("out.txt") == "3\n")
    #expect(try folder.read("odd.txt") == "1\n3\n")
    #expect(try folder.read("pairs.txt") == "[1,2]\n[3]\n")
  }

  @Test func `definitions are written even if the stream ends at once`() throws {
    let (outcome, folder) = try run(
      "--tee n=n.txt", #"{"definitions": {"n": {"sequence": [1, 2]}}, "sequence": []}"#)
    #expect(outcome.output == "{\"time\":0,\"completion\":\"finished\"}\n")
    #expect(
      try folder.read("n.txt") == """
        {"time":0,"value":1}
        {"time":0,"value":2}
        {"time":0,"completion":"finished"}

        """)
  }

  @Test func `an output that cannot be written is reported`() throws {
    let document = #"{"definitions": {"n": {"marbles": "1-2|"}}, "from": "n"}"#
    for line in ["-o /dev/full", "--tee n=/dev/full"] {
      let (outcome, _) = try run(line, document)
      #expect(
        outcome.errors
          == "stream-run: '/dev/full' cannot be written: No space left on device\n")
      #expect(outcome.code == 74)
    }
    let (outcome, _) = try run("-o no/such/folder", document)
    #expect(
      outcome.errors == "stream-run: cannot write 'no/such/folder': No such file or directory\n")
    #expect(outcome.code == 74)
  }
}
