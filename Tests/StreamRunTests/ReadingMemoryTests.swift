import Foundation
import Testing

/// The memory that a large stream file takes.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm")))
struct ReadingMemoryTests {
  private struct LargeFile: Sendable {
    let name: String
    let text: String
    /// The maximum bytes for each byte of the file, in addition to those of the command itself.
    let most: Int
  }

  private static let size = 600_000
  private static let ownSize = 33_000_000

  private static let files = [
    LargeFile(
      name: "short arrays",
      text: #"{"sequence": ["# + Array(repeating: "[1]", count: size / 4).joined(separator: ",")
        + "]}", most: 6),
    LargeFile(
      name: "digits",
      text: #"{"sequence": ["# + Array(repeating: "1", count: size / 2).joined(separator: ",")
        + "]}", most: 6),
    LargeFile(
      name: "one array of short arrays",
      text: #"{"sequence": [["# + Array(repeating: "[1]", count: size / 4).joined(separator: ",")
        + "]]}", most: 10),
    // A value takes 16 bytes, and its text two.
    LargeFile(
      name: "one array of digits",
      text: #"{"sequence": [["# + Array(repeating: "1", count: size / 2).joined(separator: ",")
        + "]]}", most: 13),
    LargeFile(
      name: "a diagram with a value every other frame",
      text: #"{"marbles": "\#(String(repeating: "-a", count: size / 2))|"}"#, most: 6),
    LargeFile(
      name: "a diagram of values",
      text: #"{"marbles": "\#(String(repeating: "a", count: size))|"}"#, most: 8),
    LargeFile(
      name: "a diagram with one value",
      text: #"{"marbles": "\#(String(repeating: "-", count: size))a|"}"#, most: 8),
  ]

  @Test(arguments: files.indices)
  func `a large file takes a few bytes of memory for each byte`(index: Int) throws {
    let file = Self.files[index]
    let folder = try TemporaryFolder()
    let (outcome, peak) = try Command.measured(
      [folder.write(file.text, to: "a.json"), "--limit", "1"])
    #expect(outcome.code == 0)
    #expect(peak < Self.ownSize + file.most * Self.size, "\(file.name)")
  }
}
