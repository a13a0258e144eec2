import Foundation
import Testing
import Values

@testable import stream_bench

struct BenchCommandTests {
  @Test func `prints a JSON object for each variant of a job`() throws {
    let (output, code) = try run("P4", "P10", "--sizes", "100,200", "--format", "json")
    let rows = try output.split(separator: "\n").map { line in
      try JSONReader.value(of: SourceText(name: "line", String(line))).value
    }
    #expect(code == 0)
    #expect(
      rows.compactMap { text("variant", of: $0) } == [
        "engine", "publishers", "plain", "engine", "publishers", "plain",
        "engine", "plain", "engine", "plain",
      ])
    for case .object(let row) in rows {
      #expect(
        row.members.prefix(6).map { $0.key.string } == [
          "workload", "variant", "n", "ns_per_item", "ratio", "peak_mb",
        ])
      if row["variant"] == "plain" { #expect(row["ratio"] == 1.0) }
    }
  }

  @Test func `prints a table, and the outcome of the goals`() throws {
    let (output, code) = try run("P4", "--sizes", "100")
    #expect(code == 0)
    #expect(output.contains("ns/pair"))
    #expect(output.contains("target 6.0, at worst 15.0: "))
    #expect(output.contains("\n| P4 | "))
  }

  @Test func `measures processes`() throws {
    let (output, code) = try run("P9", "P11", "--sizes", "20", "--format", "json")
    #expect(code == 0)
    #expect(output.split(separator: "\n").count == 4)
  }

  @Test func `measures an operator alone`() throws {
    let (output, code) = try run("operators", "max", "map", "--sizes", "100", "--format", "json")
    #expect(code == 0)
    #expect(output.split(separator: "\n").count == 3)
    #expect(output.contains(#""operator":"map","parameters":{"expression":"$0.n * 2"}"#))
  }

  @Test func `draws the growth of a cost`() throws {
    let (output, code) = try run("growth", "operators", "--sizes", "1,3", "--format", "svg")
    #expect(code == 0)
    #expect(output.hasPrefix("<svg "))
  }

  @Test func `help names every workload and every sweep`() throws {
    let (output, code) = try run("P2", "--help")
    #expect(code == 0)
    for name in workloads.map({ $0.name }) + Sweep.all.map(\.name) {
      #expect(output.contains("\n  \(name) "), "\(name)")
    }
  }

  @Test(arguments: [
    (["P22"], "unknown workload 'P22'; did you mean 'P2'?"),
    (["operators", "debunce"], "unknown operator 'debunce'; did you mean 'debounce'?"),
    (["growth", "item"], "unknown sweep 'item'; did you mean 'items'?"),
    (["P2", "--size", "3"], "unknown option '--size'; did you mean '--sizes'?"),
    (["P2", "--sizes"], "'--sizes' must be followed by a word"),
    (["--sizes", "0"], "'--sizes' wants numbers of items, as in '--sizes 1000,1000000'"),
    (["--format", "svg"], "no format 'svg'; there are 'text' and 'json'"),
    (["--measure", "P2"], "'--measure' is for stream-bench itself"),
  ])
  func `an invalid command line is rejected`(
    _ arguments: [String], _ message: String
  ) throws {
    let error = #expect(throws: UsageError.self) {
      if arguments.first == Measurer.command {
        try Measurer.measure(Array(arguments.dropFirst()))
      } else {
        _ = try Command(arguments)
      }
    }
    #expect(error?.description == message)
    #expect(error?.exitCode == 64)
  }

  private func text(_ key: Text, of value: Value) -> String? {
    guard case .object(let object) = value, case .string(let text) = object[key] else { return nil }
    return text.string
  }

  /// Runs the program as it was built, from the folder of the tests.
  private func run(_ arguments: String...) throws -> (output: String, code: Int32) {
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    let file = try TemporaryFile([])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("stream-bench")
    process.arguments = arguments
    process.standardOutput = FileHandle(forWritingAtPath: file.path)
    try process.run()
    process.waitUntilExit()
    return (String(decoding: try file.contents(), as: UTF8.self), process.terminationStatus)
  }
}
