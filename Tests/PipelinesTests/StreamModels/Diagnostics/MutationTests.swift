import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Stream files that have been altered at random.
///
/// `STREAMS_ROUNDS` is the number of files; it is larger for a long run.
@Suite struct MutationTests {
  static let rounds = RandomCampaign.rounds ?? 500
  static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "null", "true", "1", "-", "0.5",
    "1e99",
    "\"stream\"", "\"operators\"", "\"value\"", "\"delay\"", "\"seconds\"", "\"expression\"",
    "\"format\"", "\"$x\"", "\"append\"", "\"merge\"", "\"zip\"", "\"from\"", "\"marbles\"",
    "\"sequence\"", "\"definitions\"", "\"hot\"", "\"frame\"", "\"streams\"", "\"n0\"", "\"n1\"",
    "\"./x.json\"", "\"-a(b|)\"", "^", "|", "$0", "$1", "%d", "(", ")", "'", "+", "==", " ", "\n",
    "\t", "é", "😀",
    "\u{0}",
  ].map { Array($0.utf8) }

  @Test func `an altered file plays, or has mistakes with places inside it`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var count = 0
    for _ in 0..<4 * Self.rounds {
      var bytes = Array(random.slowModel().text.utf8)
      for _ in 0...random.below(3) { tamper(&bytes, &random) }
      let source = SourceText(name: "t.json", bytes: bytes)
      let note: Comment = "\(String(decoding: bytes, as: UTF8.self)), seed \(seed)"
      if let timeline = played(source, note) {
        count += 1
        #expect(timeline.completion != nil, note)
      }
    }
    #expect(count > Self.rounds / 50)
  }

  @Test func `an altered document of many streams plays, or has mistakes with places inside it`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var count = 0
    for _ in 0..<3 * Self.rounds {
      let (definitions, root) = random.slowDocument()
      let named = definitions.map { #""\#($0.name ?? "")": {\#($0.members)}"# }
      let text = "{\"definitions\": {\(named.joined(separator: ","))}, \(root.members)}"
      var bytes = Array(text.utf8)
      for _ in 0...random.below(3) { tamper(&bytes, &random) }
      let source = SourceText(name: "t.json", bytes: bytes)
      let note: Comment = "\(String(decoding: bytes, as: UTF8.self)), seed \(seed)"
      if played(source, note) != nil { count += 1 }
    }
    #expect(count > Self.rounds / 50)
  }

  /// Returns the timeline of a source; nil if it has mistakes, whose places are then checked.
  private func played(_ source: SourceText, _ note: Comment) -> Timeline<Value>? {
    do throws(Diagnostics) {
      return try Program(source).play(Playback(limit: 100))
    } catch {
      #expect(error.hasErrors, note)
      var last = 0
      for mistake in error.items {
        let offset = mistake.location?.offset ?? -1
        #expect((last...source.bytes.count).contains(offset), note)
        last = max(last, offset)
        #expect(mistake.location.map { $0.line > 0 && $0.column > 0 } == true, note)
        #expect(!mistake.message.isEmpty, note)
      }
      #expect(!error.report.isEmpty, note)
      return nil
    }
  }

  @Test func `any beginning of a file is reported as unfinished`() {
    let text = Array(SerialStreamTests.exampleFile.utf8)
    for end in 0..<text.count {
      let source = SourceText(name: "t.json", bytes: Array(text[..<end]))
      let found = mistakes(in: source)
      #expect(found.items.map(\.code) == [.syntax], "\(end) bytes")
    }
  }

  private func tamper(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = random.below(bytes.count + 1)
    let piece = Self.pieces[random.below(Self.pieces.count)]
    switch random.below(6) {
    case 0 where place < bytes.count: bytes.remove(at: place)
    case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
    case 2: bytes.insert(contentsOf: piece, at: place)
    case 3:
      let end = min(bytes.count, place + random.below(12))
      bytes.replaceSubrange(place..<end, with: piece)
    case 4:
      // A copy of a part of the text, inserted elsewhere.
      let start = random.below(bytes.count + 1)
      let part = bytes[start..<min(bytes.count, start + random.below(40))]
      bytes.insert(contentsOf: Array(part), at: place)
    default: bytes.removeLast(random.below(min(bytes.count, 9) + 1))
    }
  }
}
