import Foundation
import Pipelines
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
        "the process needs more than 64MiB of memory, most of it for \(name); let \(name) keep "
          + "less, or allow more by '--max-memory 128MiB'"), "\(outcome.errors)")
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
