import Editing
import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// A formatted document plays like the original.
@Suite struct FormattedDocumentTests {
  /// Checks that a source plays like its canonical form. Returns whether it can be played.
  private func check(_ source: SourceText, _ comment: @autoclosure () -> String) throws -> Bool {
    func play(_ source: SourceText) -> (isPlayed: Bool, text: String) {
      do throws(Diagnostics) {
        return (true, try Program(source).play(Playback(limit: 1000)).brief)
      } catch {
        // The mistakes stay the same, at other places.
        return (false, error.items.map(\.message).joined(separator: "\n"))
      }
    }
    let formatted = SourceText(
      name: source.name, bytes: try JSONFormatter.formatted(source))
    let (before, after) = (play(source), play(formatted))
    #expect(before == after, "\(comment()): \(source)")
    return before.isPlayed
  }

  @Test func `random documents play the same after formatting`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var playedCount = 0
    for round in 0..<(RandomCampaign.cases ?? 300) {
      let (definitions, root) = random.slowDocument()
      let named = definitions.map { #""\#($0.name ?? "")": {\#($0.members)}"# }
      let text = "{\"definitions\": {\(named.joined(separator: ",\n"))},\n\(root.members)}"
      let source = SourceText(name: "a.json", random.respaced(text))
      if try check(source, "seed \(seed), round \(round)") { playedCount += 1 }
    }
    #expect(playedCount > 100)
  }

  @Test func `all of Streams plays the same with random spacing`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Streams")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }.map(\.path).sorted()
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var playedCount = 0
    for file in files ?? [] {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let source = SourceText(name: file, random.respaced(text))
      if try check(source, "seed \(seed)") { playedCount += 1 }
    }
    #expect(playedCount > 80)
  }
}

extension SplitMix64 {
  /// Returns a JSON text with other blanks between its parts.
  fileprivate mutating func respaced(_ text: String) -> String {
    let blanks = ["", "", " ", "\n", "\t", "\r\n", "   "]
    var result = ""
    var (isInString, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if isInString {
        result.unicodeScalars.append(scalar)
        if !isEscaped, scalar == "\"" { isInString = false }
        isEscaped = !isEscaped && scalar == "\\"
        continue
      }
      isInString = scalar == "\""
      switch scalar {
      case " ", "\n", "\t", "\r": break
      case "{", "}", "[", "]", ":", ",":
        result += blanks[below(blanks.count)]
        result.unicodeScalars.append(scalar)
        result += blanks[below(blanks.count)]
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
