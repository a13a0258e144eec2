import Foundation
import Pipelines
import Platform
import Testing

/// Files that would use up all memory. The operator that stores the most is named, and the process
/// stays within its limit.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
struct MemoryLimitTests {
  static let limit = 64 << 20

  /// Returns a stream of as many lists as there is time for, each of which takes 16 KB.
  static func many(_ operators: String) -> String {
    """
    {"sequence": [0], "operators": [{"repeat": {"count": 1000000000}},
      {"scan": {"initialValue": 0, "expression": "$0 + 1"}},
      {"map": {"expression": "[$0] + lists.range(1000)"}}, \(operators)]}
    """
  }

  /// An endless stream of ones.
  static let ones = #"{"sequence": [1], "operators": [{"repeat": {"count": 1000000000}}]}"#

  static let documents: [(culprit: String, text: String)] = [
    ("collect", many(#"{"collect": {}}"#)),
    ("collect", many(#"{"collect": {"seconds": 10}}"#)),
    ("collect", many(#"{"collect": {}}, {"catch": {"stream": {"sequence": [1]}}}"#)),
    ("collect", many(#"{"collect": {}}, {"retry": {"count": 10}}"#)),
    ("collect", many(#"{"collect": {}}, {"replaceError": {"with": 1}}"#)),
    ("collect", many(#"{"materialize": {}}, {"collect": {}}, {"delay": {"seconds": 1}}"#)),
    ("delay", many(#"{"delay": {"seconds": 1}}"#)),
    ("delay", many(#"{"delay": {"expression": "duration('1s')"}}"#)),
    ("distinct", many(#"{"distinct": {}}"#)),
    ("rateLimit", many(#"{"rateLimit": {"count": 1, "seconds": 1, "overflow": "delay"}}"#)),
    ("concatMap", many(#"{"concatMap": {"stream": {"marbles": "-"}}}"#)),
    ("flatMap", many(#"{"flatMap": {"stream": {"marbles": "-"}, "maxPublishers": 2}}"#)),
    ("flatMap", many(#"{"flatMap": {"stream": {"marbles": "-"}}}"#)),
    ("groupBy", many(#"{"groupBy": {"key": "$0[0]", "operators": [{"last": {}}]}}"#)),
    ("groupBy", many(#"{"groupBy": {"key": "1", "operators": [{"collect": {}}]}}"#)),
    ("switchMap", #"{"sequence": [1], "operators": [{"switchMap": {"stream": \#(collected)}}]}"#),
    ("exhaustMap", #"{"sequence": [1], "operators": [{"exhaustMap": {"stream": \#(collected)}}]}"#),
    ("collect", #"{"append": [\#(collected), {"sequence": [1]}]}"#),
    ("collect", #"{"sequence": [1], "operators": [{"prepend": {"streams": [\#(collected)]}}]}"#),
    ("collect", #"{"combineLatest": [\#(collected), {"sequence": [1]}]}"#),
    ("collect", #"{"merge": [{"sequence": [1]}, \#(collected), {"sequence": [1]}]}"#),
    ("this stream", #"{"zip": [\#(many(#"{"dropFirst": {"count": 1}}"#)), {"marbles": "-"}]}"#),
    ("join", many(#"{"join": {"stream": {"marbles": "-"}, "on": "$0", "within": 1}}"#)),
    (
      "flatMap",
      #"{"cron": "* * * * *", "operators": [{"flatMap": {"stream": {"marbles": "-"}}}]}"#
    ),
    (
      "flatMap",
      #"{"sequence": [1], "operators": [{"flatMap": {"stream": {"sequence": [1], "operators": ["#
        + #"{"repeat": {"count": 1000000000}}, {"flatMap": {"stream": {"marbles": "-"}}}]}}}]}"#
    ),
    (
      "flatMap",
      #"{"sequence": [1], "operators": [{"repeat": {"count": 1000000000}}, "#
        + #"{"flatMap": {"stream": {"marbles": "-"}}}]}"#
    ),
    (
      "delay",
      #"{"sequence": [1], "operators": [{"repeat": {"count": 1000000000}}, "#
        + #"{"flatMap": {"stream": {"sequence": "lists.range(10000)"}}}, {"delay": {"seconds": 1}}]}"#
    ),
  ]

  static let collected = many(#"{"collect": {}}"#)

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ command: [String], _ text: String, _ options: [String] = []
  ) throws -> (outcome: Outcome, peak: Int) {
    let file = try folder.write(text, to: "pipe.json")
    return try Command.measured(command + [file, "--max-memory", "64MiB"] + options)
  }

  @Test(arguments: documents)
  func `a playback fails before it takes too much memory`(culprit: String, text: String) throws {
    let (outcome, peak) = try run([], text)
    let name = culprit.contains(" ") ? culprit : "'\(culprit)'"
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains(
        "the process needs more than 64MiB of memory, most of it for \(name); make \(name) keep less, or allow more with '--max-memory 128MiB'"
      ), "\(outcome.errors)")
    #expect(peak < Self.limit / 10 * 11)
  }

  @Test(arguments: [["test"], ["diagram"], ["why", "--event", "1"], ["debug"], ["validate"]])
  func `every command stays within the limit`(command: [String]) throws {
    let text = Self.many(#"{"collect": {}}"#).dropLast() + #", "expect": "-"}"#
    let file = try folder.write(String(text), to: "pipe.json")
    let (outcome, peak) = try Command.measured(
      [command[0], file, "--max-memory", "64MiB"] + command.dropFirst())
    #expect(peak < Self.limit / 10 * 11, "\(outcome)")
    #expect(outcome.code != 71)
  }

  @Test func `a playback that a person steps through fails with the same message`() throws {
    let file = try folder.write(Self.many(#"{"collect": {}}"#), to: "pipe.json")
    let commands = try folder.write("continue\ncontinue\nquit\n", to: "commands")
    let outcome = try Command.shell(
      #""$0" debug '\#(file)' --max-memory 64MiB <'\#(commands)'"#)
    let message = "the process needs more than 64MiB of memory, most of it for"
    #expect(outcome.code == 2)
    #expect(outcome.errors.split(separator: message, omittingEmptySubsequences: false).count == 2)
    #expect(outcome.errors.contains("or allow more with '--max-memory 128MiB'"))
    #expect(outcome.output.hasSuffix("the playback failed, because it has no more memory\n"))
  }

  @Test func `an output that takes too much fails, and the stream does not`() throws {
    let text = """
      {"sequence": [1], "outputs": {"lists": {"from": \(Self.collected), "path": "lists.ndjson"}}}
      """
    let (outcome, peak) = try run([], text, ["--outputs", folder.path + "/out"])
    #expect(outcome.code == 2 && peak < Self.limit / 10 * 11, "\(outcome)")
    #expect(outcome.errors.contains("the process needs more than 64MiB of memory"), "\(outcome)")
  }

  @Test func `a file too large to be exported ends the command`() throws {
    let text = String(repeating: "x", count: 70 << 20)
    let (outcome, peak) = try run(
      ["export"], #"{"sequence": ["\#(text)"]}"#,
      ["--target", "spark", "-o", folder.path + "/job"])
    #expect(outcome.code == 71 && peak < Self.limit / 10 * 11, "\(outcome)")
    #expect(outcome.errors.contains("allow more with '--max-memory 128MiB'"))
  }

  @Test func `watch continues after a file that takes too much`() throws {
    try folder.write(Self.many(#"{"collect": {}}"#), to: "a.json")
    let outcome = try Command.shell(
      #"""
      cd '\#(folder.path)'
      env --default-signal=INT "$0" watch a.json --max-memory 64MiB >out 2>&1 & p=$!
      await() { until grep -q "$1" out; do sleep 0.05; kill -0 $p || exit 1; done; }
      await 'needs more than 64MiB'; echo '{"marbles": "1-2|"}' >a.json; await 'marbles 1-2|'
      grep VmHWM /proc/$p/status; kill -INT $p; wait $p; echo $?
      """#)
    let peak = outcome.lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    #expect((peak ?? .max >> 10) << 10 < Self.limit / 10 * 11)
    #expect(outcome.lines.last == "130", "\(outcome)")
  }

  @Test func `the server plays a file that takes too much, and answers`() throws {
    let uri = "file:///a.json"
    let text = Self.many(#"{"collect": {}}"#)
    func message(_ json: String) -> String {
      "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
    }
    let quoted = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
    let input = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","#
        + #""languageId":"json","version":1,"text":\#(quoted)}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":"#
        + #"{"command":"stream-run.play","arguments":["\#(uri)"]}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ].map(message).joined()
    try folder.write(input, to: "in")
    let outcome = try Command.shell(
      #"""
      cd '\#(folder.path)'; "$0" lsp --max-memory 64MiB <in >out & p=$!
      while now=$(grep VmHWM /proc/$p/status); do peak=$now; sleep 0.01; done 2>/dev/null
      wait $p; code=$?; echo $peak; cat out; exit $code
      """#)
    let peak = outcome.lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    #expect((peak ?? .max >> 10) << 10 < Self.limit / 10 * 11)
    #expect(outcome.output.contains("needs more than 64MiB of memory"), "\(outcome)")
    #expect(outcome.code == 0)
  }

  @Test func `a trace that takes the memory is named`() throws {
    let text = Self.many(#"{"dropFirst": {"count": 1}}"#)
    let (outcome, peak) = try run(["why", "--event", "1"], text)
    #expect(peak < Self.limit / 10 * 11)
    #expect(
      outcome.errors.contains(
        "the process needs more than 64MiB of memory, most of it for the trace of its events; trace "
          + "less of it with '--until' or '--limit', or allow more with '--max-memory 128MiB'"),
      "\(outcome)")
  }

  @Test func `a trace of too many events ends, and says why`() throws {
    let file = try folder.write(Self.ones, to: "pipe.json")
    let outcome = try Command.run(["why", file, "--event", "1", "--max-memory", "32MiB"])
    // A debug build has no room for as many events as a release build.
    #expect(
      outcome.errors.contains("because the trace of more would take too much memory; name an")
        || outcome.errors.contains("most of it for the trace of its events; trace less"),
      "\(outcome)")
    #expect(outcome.errors.contains("or allow more with '--max-memory 64MiB'"), "\(outcome)")
  }

  @Test func `other tests continue`() throws {
    for number in 1...4 {
      let quick = #"{"marbles": "-\#(number)|", "expect": "-\#(number)|"}"#
      try folder.write(quick, to: "\(number).json")
    }
    let text = Self.many(#"{"collect": {}}"#).dropLast() + #", "expect": "-"}"#
    try folder.write(String(text), to: "0.json")
    let (outcome, peak) = try Command.measured(
      ["test", folder.path, "--jobs", "2", "--max-memory", "64MiB"])
    #expect(outcome.code == 1 && peak < Self.limit / 10 * 11)
    #expect(outcome.output.contains("the process needs more than 64MiB of memory"))
    #expect(outcome.output.contains("4 passed"), "\(outcome.output)")
  }

  @Test(arguments: [("512MiB", 512 << 20), ("2GB", 2_000_000_000), ("64m", 64 << 20), ("70", 70)])
  func `a size has a unit, or is in bytes`(text: String, bytes: Int) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: ["", "MiB", "1.5GiB", "-1", "1PiB", "99999999999999999999", "9999999999TiB"])
  func `other sizes are rejected`(text: String) throws {
    #expect(ByteCount(text) == nil)
    let outcome = try Command.run(["x.json", "--max-memory=\(text)"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("expected a size, such as 512MiB or 2GiB"))
  }

  @Test func `the command itself takes some memory`() throws {
    let outcome = try Command.run(["x.json", "--max-memory", "1MiB"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("option '--max-memory' is too small; expected at least 32MiB"))
  }
}
