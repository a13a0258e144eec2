import Foundation
import TestSupport
import Testing

/// Stream files that were right, changed at random: every command ends with one of its exit codes,
/// in time, and within its memory. `STREAMS_HOSTILE` is the number of files, `STREAMS_RANDOM_SEED`
/// the seed of a campaign that is to be repeated.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
struct HostileFileTests {
  private static let streams = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Streams").standardizedFileURL

  private static let commands: [[String]] = [
    ["play", "FILE", "--limit", "200", "--max-memory", "128MiB"],
    ["validate", "FILE", "--max-memory", "128MiB"], ["format", "--check", "FILE"],
    ["test", "FILE", "--steps", "10000", "--max-memory", "128MiB"],
    ["diagram", "FILE", "--limit", "50", "--max-memory", "128MiB"],
    ["why", "FILE", "--event", "1", "--limit", "50", "--max-memory", "128MiB"],
    ["graph", "FILE"], ["emit-swift", "FILE"],
  ]

  /// The exit codes of `stream-run help exit-codes`, without that of a fault of the command. It is
  /// terminated if the file plays without an end.
  private static let codes: Set<Int32> = [0, 1, 2, 64, 65, 66, 71, 74, 143]

  private static func texts() throws -> [String] {
    let names = (FileManager.default.subpaths(atPath: streams.path) ?? []).sorted()
    return try names.filter { $0.hasSuffix(".json") && !$0.hasSuffix("schema.json") }
      .map { try String(contentsOf: streams.appendingPathComponent($0), encoding: .utf8) }
      .filter { $0.utf8.count < 20_000 }
  }

  @Test func `every command survives a hostile file`() throws {
    let texts = try Self.texts()
    try #require(texts.count > 50)
    let count = ProcessInfo.processInfo.environment["STREAMS_HOSTILE"].flatMap { Int($0) }
    // The two files of seed 1 play in a second; others may have to be terminated.
    let seed = RandomCampaign.seed ?? (count == nil ? 1 : freshSeed())
    if count != nil { print("hostile files: STREAMS_RANDOM_SEED=\(seed)") }
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let file = folder.path + "/a.json"
    for number in 0..<(count ?? 2) {
      let text = HostileText(texts[random.below(texts.count)], seed: random.next())
      try Data(text.bytes).write(to: URL(fileURLWithPath: file))
      for command in Self.commands {
        let (outcome, peak) = try Command.measured(
          command.map { $0 == "FILE" ? file : $0 }, terminatedAfter: 2)
        let story: Comment =
          "\(command[0]) of file \(number) of seed \(seed): \(outcome.code), \(outcome.errors.suffix(500))"
        #expect(Self.codes.contains(outcome.code), story)
        // A command that ends at once is not measured.
        #expect(peak < 160 << 20 || peak > 1 << 60, story)
      }
    }
  }
}
