import Editing
import Foundation
import TestSupport
import Testing
import Values

/// Damaged stream files in the formatter and in edits. `STREAMS_RANDOM_CASES` requests more of
/// them.
struct EditingFuzzTests {
  private static let files: [[UInt8]] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Streams")
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let paths = (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "json" }
    return paths.sorted { $0.path < $1.path }.compactMap { try? [UInt8](Data(contentsOf: $0)) }
  }()

  /// Flips, cuts and splices bytes.
  private func mutated(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = Self.files[random.below(Self.files.count)]
    let signs = Array("{}[]\",:0123456789.eE+-tfn\\ \n\r\t\u{FEFF}é字".utf8)
    for _ in 0..<random.below(4) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      let end = min(bytes.count, place + random.below(40))
      switch random.below(6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] = signs[random.below(signs.count)]
      case 2: bytes.insert(signs[random.below(signs.count)], at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
      default:
        let other = Self.files[random.below(Self.files.count)]
        bytes = Array(bytes[..<place]) + other[random.below(other.count)...]
      }
    }
    return bytes
  }

  @Test func `a damaged file is formatted, or left alone`() throws {
    try #require(Self.files.count > 50)
    var validCount = 0
    let cases = RandomCampaign.cases ?? 700
    for seed in 0..<cases {
      var random = SplitMix64(seed: UInt64(seed))
      let source = SourceText(name: "a", bytes: mutated(&random))
      let value = try? JSONReader.value(of: source)
      let formatted = try? JSONFormatter.formatted(source)
      #expect((value != nil) == (formatted != nil), "seed \(seed)")
      guard let value, let formatted else { continue }
      validCount += 1
      let again = SourceText(name: "a", bytes: formatted)
      #expect(try JSONFormatter.formatted(again) == formatted, "seed \(seed)")
      #expect(tokens(formatted) == tokens(Array(source.bytes)), "seed \(seed)")
      #expect(try JSONReader.value(of: again).value == value.value, "seed \(seed)")
    }
    #expect(validCount > cases / 4)
  }

  /// The bytes of a document without the blanks between its tokens.
  private func tokens(_ bytes: [UInt8]) -> [UInt8] {
    var (isInString, isEscaped) = (false, false)
    return bytes.filter { byte in
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        return true
      }
      isInString = byte == UInt8(ascii: "\"")
      return ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }

  /// An edit of a damaged file turns JSON into JSON, and changes only one range.
  @Test func `a damaged file is edited, or the edit is rejected`() throws {
    let paths = [
      "operators[0]", "operators[-]", "name", "tests[1].expect", "/expect/0/time", "values.a", "",
      "definitions['a b']", "stream[2].value", "/operators/-", "expect[3]",
    ]
    let values = ["1", "\"x\"", "{\"a\": [1, 2]}", "[]", "null"]
    try #require(Self.files.count > 50)
    var editedCount = 0
    let cases = RandomCampaign.cases ?? 700
    for seed in 0..<cases {
      var random = SplitMix64(seed: UInt64(seed) &+ 1 << 32)
      let source = SourceText(name: "a", bytes: mutated(&random))
      let (path, other) = (paths[random.below(paths.count)], paths[random.below(paths.count)])
      let value = values[random.below(values.count)]
      let words = [
        ["set", path, value], ["insert", path, value], ["remove", path], ["move", path, other],
      ][random.below(4)]
      let isJSON = (try? JSONReader.value(of: source)) != nil
      let edits = try DocumentEdit.edits(words)
      // A file that is not JSON is never edited, but it must not end the process either.
      guard let edited = try? edits.applied(to: source), isJSON else { continue }
      editedCount += 1
      #expect((try? JSONReader.value(of: edited)) != nil, "seed \(seed): \(words)")
    }
    #expect(editedCount > cases / 20)
  }
}
