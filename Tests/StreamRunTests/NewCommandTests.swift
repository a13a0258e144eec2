import Foundation
import Testing

struct NewCommandTests {
  private func run(_ script: String, _ files: [String: String] = [:]) throws -> Outcome {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return try Command.shell("cd '\(folder.path)'; \(script)")
  }

  @Test func `a line becomes a file that states its events`() throws {
    let outcome = try run(
      """
      "$0" new quiet 'a--bc-| debounce 1.5' 2>err; echo $?; cat quiet.json
      "$0" test quiet.json >/dev/null; echo $?; "$0" format --check quiet.json; echo $?
      """)
    #expect(
      outcome.output == """
        0
        {
          "$schema": "stream.schema.json",
          "name": "quiet",
          "marbles": "a--bc-|",
          "operators": [ { "debounce": { "seconds": 1.5 } } ],
          "expect": [
            { "time": 1.5, "value": "a" },
            { "time": 5.5, "value": "c" },
            { "time": 6, "completion": "finished" }
          ]
        }
        0
        0

        """)
  }

  @Test(arguments: [
    (
      "1-2| filter $0 > 1, delay 500ms",
      #"[{"filter":{"expression":"$0 > 1"}},{"delay":{"seconds":"500ms"}}]"#
    ),
    (
      "a 2s b| scan '' $0 + $1",
      #"[{"scan":{"initialValue":"''","expression":"$0 + $1"}}]"#
    ),
    (
      "1| map {'a': [$0, 2], 'b': 'x, y'}, first",
      #"[{"map":{"expression":"{'a': [$0, 2], 'b': 'x, y'}"}},{"first":{}}]"#
    ),
    ("1-2| throttle 3 latest=false", #"[{"throttle":{"seconds":3,"latest":false}}]"#),
    (
      "1-2| groupBy $0 % 2 operators=[count, map [$key, $0]]",
      #"[{"groupBy":{"key":"$0 % 2","operators":[{"count":{}},{"map":{"expression":"[$key, $0]"}}]}}]"#
    ),
    (
      "1-2| merge -3| 4|",
      #"[{"merge":{"streams":[{"marbles":"-3|"},{"marbles":"4|"}]}}]"#
    ),
  ])
  func `parameters are in the order of the reference`(line: String, operators: String) throws {
    let outcome = try Command.run("new", "-", line)
    #expect(outcome.code == 0 && outcome.errors == "")
    let expected = try Command.run("format", "-", input: "{\"operators\": \(operators)}")
    let lines = expected.lines.dropFirst().dropLast().joined(separator: "\n")
    #expect(outcome.output.contains(lines), "\(outcome.output)")
  }

  @Test func `an endless stream is expected for some seconds`() throws {
    let outcome = try Command.run("new", "-", "ab| repeat")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains(#""until": 10"#))
  }

  @Test(arguments: [
    ("a| fliter $0", "unknown operator 'fliter' at character 4; did you mean 'filter'?", 64),
    ("a| take 1", "unknown operator 'take' at character 4; it is called 'prefix' here", 64),
    ("a| count 1", "'count' has no parameter for '1'; it has none", 64),
    ("a| delay 1,", "an operator is missing in 'a| delay 1,'; remove the comma", 64),
    (
      "a| groupBy $0 operators=count",
      "'operators' is 'count'; expected operators in brackets: operators=[count, delay 1]", 64
    ),
    ("a| filter $0 >", "found the end, expected an operand", 65),
    ("(a", "error", 65),
  ])
  func `a mistake is reported, and nothing is written`(
    line: String, message: String, code: Int32
  ) throws {
    let outcome = try run("\"$0\" new a '\(line)'; echo $?; ls")
    #expect(outcome.output == "\(code)\n")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `an existing file is replaced on request`() throws {
    let outcome = try run(
      """
      "$0" new a.json 'a|'; echo $?; cat a.json; "$0" new a 'a|' --force; echo $?; "$0" a.json
      """, ["a.json": "mine\n"])
    #expect(
      outcome.output
        == "64\nmine\n0\n{\"time\":0,\"value\":\"a\"}\n{\"time\":1,\"completion\":\"finished\"}\n")
    #expect(outcome.errors.hasPrefix("stream-run: 'a.json' exists; '--force' replaces it\n"))
  }

  @Test func `a log becomes an input with its times, and a test with its first records`() throws {
    let log = """
      {"ts":1700000000123,"level":"info","ms":12}
      {"ts":1700000001123,"level":"info","ms":7,"user":"ann"}
      {"ts":1700000003123,"level":"error","ms":2.5}

      """
    let outcome = try run(
      """
      "$0" new slow --from-input app.ndjson 2>err; echo $?; cat slow.json; cat err
      "$0" test slow.json >/dev/null; echo $?; "$0" format --check slow.json; echo $?
      "$0" slow.json
      """, ["app.ndjson": log])
    #expect(
      outcome.output == #"""
        0
        {
          "$schema": "stream.schema.json",
          "name": "slow",
          "input": "app",
          "path": "app.ndjson",
          "time": "double($0.ts) / 1e3",
          "operators": [ { "filter": { "expression": "$0.level == 'error'" } } ],
          "tests": [
            {
              "name": "the first records",
              "inputs": { "app": [
                  { "time": 0, "value": { "ts": 1700000000123, "level": "info", "ms": 12 } },
                  { "time": 1, "value": { "ts": 1700000001123, "level": "info", "ms": 7, "user": "ann" } },
                  { "time": 3, "value": { "ts": 1700000003123, "level": "error", "ms": 2.5 } },
                  { "time": 3, "completion": "finished" }
              ] },
              "expect": [
                { "time": 3, "value": { "ts": 1700000003123, "level": "error", "ms": 2.5 } },
                { "time": 3, "completion": "finished" }
              ]
            }
          ]
        }
        app.ndjson: 3 records; the time is "double($0.ts) / 1e3"
          ts     int                       1700000000123
          level  string                    "info"
          ms     int or double             12
          user   string         in 1 of 3  "ann"
        wrote 'slow.json'; 'stream-run watch slow.json' plays it at each change
        0
        0
        {"time":3,"value":{"ts":1700000003123,"level":"error","ms":2.5}}
        {"time":3,"completion":"finished"}

        """#)
  }

  @Test(arguments: [
    (
      "a.csv", "day,n\n2026-01-02 03:04:05,1\n2026-01-02 03:04:07,2\n",
      #""time": "timestamp($0.day, 'yyyy-MM-dd HH:mm:ss', 'UTC')","#
    ),
    (
      "a.ndjson", "{\"at\":\"2026-01-02T03:04:05Z\"}\n{\"at\":\"2026-01-02T03:04:04Z\"}\n",
      #""late": { "reorder": "1m" },"#
    ),
    ("a.log", "one\ntwo\n", #""records": "text","#),
    (
      "a.ndjson", "{\"@timestamp\":\"2026-01-02T03:04:05\"}\n",
      #""time": "timestamp($0['@timestamp'] + 'Z')","#
    ),
    ("a.ndjson", "{\"n'\":1}\n[2]\n3\n", #""operators":"#),
  ])
  func `the form of a log decides how it is read`(name: String, log: String, line: String) throws {
    let outcome = try run(
      """
      "$0" new x --from-input \(name) 2>err; echo $?; cat x.json err
      "$0" test x.json >/dev/null; echo $?; "$0" x.json >/dev/null; echo $?
      """, [name: log])
    #expect(outcome.output.hasPrefix("0\n"))
    #expect(outcome.output.hasSuffix("\n0\n0\n"))
    #expect(outcome.output.contains(line), "\(outcome.output)")
  }

  @Test(arguments: [
    ("new x", "no line and no log is given"),
    ("new x 'a|' --from-input y", "both a line and a log are given"),
    ("new x --from-input none.log", "cannot read 'none.log': No such file or directory"),
    ("new x --from-input /dev", "cannot read '/dev': "),
    ("new d/x 'a|'", "cannot write 'd/x.json'"),
  ])
  func `impossible requests are reported`(arguments: String, message: String) throws {
    let outcome = try run("\"$0\" \(arguments); echo $?; ls")
    #expect(outcome.errors.hasPrefix("stream-run: \(message)"), "\(outcome.errors)")
    #expect(["64\n", "74\n"].contains(outcome.output))
  }
}
