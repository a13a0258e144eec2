import Foundation
import LanguageServer
import TestSupport
import Testing
import Values

/// Damaged files. The server answers whatever the text is, with places inside it.
struct MutationTests {
  private static let files: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Streams").standardizedFileURL
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap { path in
      guard let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      else { return nil }
      return text.utf8.count < 4_000 ? text : nil
    }
  }()

  private static let methods = [
    "completion", "hover", "definition", "references", "prepareRename", "documentSymbol",
    "codeAction", "inlayHint", "codeLens", "documentHighlight",
  ]

  @Test func `a damaged file is answered`() throws {
    try #require(Self.files.count > 50)
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let rounds = RandomCampaign.cases.map { $0 * 10 } ?? 80
    for _ in 0..<rounds {
      var scalars = Array(Self.files[random.below(Self.files.count)].unicodeScalars)
      for _ in 0...random.below(3) { Self.damage(&scalars, with: &random) }
      let text = String(String.UnicodeScalarView(scalars))
      var client = TestClient(text)
      var lines = Self.lengths(ofLinesIn: text)
      for diagnostic in client.doJob() {
        for item in diagnostic["params"]?["diagnostics"]?.elements ?? [] {
          let end = try #require(Position(item["range"]?["end"]), "seed \(seed): \(text)")
          #expect(
            end.line < lines.count && end.character <= lines[end.line],
            "seed \(seed): \(item) in \(text)")
        }
      }
      let method = Self.methods[random.below(Self.methods.count)]
      // Every other time, the document changes before the question.
      if random.below(2) == 0 {
        Self.damage(&scalars, with: &random)
        client.replace(text, with: String(String.UnicodeScalarView(scalars)))
        lines = Self.lengths(ofLinesIn: client.text)
      }
      let line = random.below(lines.count)
      let place: Value = [
        "line": Value(line), "character": Value(random.below(lines[line] + 1)),
      ]
      let answer = client.request(
        "textDocument/\(method)",
        [
          "position": place, "range": ["start": place, "end": place], "context": [:],
        ])
      #expect(answer["result"] != nil, "seed \(seed): \(method) at \(place) in \(client.text)")
      for end in Self.ends(in: answer) {
        #expect(
          end.line < lines.count && end.character <= lines[end.line],
          "seed \(seed): \(method) at \(place) returns \(answer) in \(client.text)")
      }
    }
  }

  /// The ends of all ranges in a value.
  private static func ends(in value: Value) -> [Position] {
    switch value {
    case .array(let elements): elements.flatMap(ends)
    case .object(let object):
      object.members.flatMap { member in
        (member.key == "end" ? Position(member.value).map { [$0] } ?? [] : [])
          + ends(in: member.value)
      }
    default: []
    }
  }

  /// Returns the length of each line in UTF-16 units. A carriage return by itself also ends a line.
  private static func lengths(ofLinesIn text: String) -> [Int] {
    var lengths = [0]
    var previous: UInt16 = 0
    for unit in text.utf16 {
      switch unit {
      case 10 where previous == 13: break
      case 10, 13: lengths.append(0)
      default: lengths[lengths.count - 1] += 1
      }
      previous = unit
    }
    return lengths
  }

  private static func damage(
    _ scalars: inout [Unicode.Scalar], with random: inout SplitMix64
  ) {
    let place = random.below(scalars.count + 1)
    let end = min(scalars.count, place + 1 + random.below(12))
    switch random.below(6) {
    case 0: scalars.removeSubrange(place...)
    case 1: scalars.removeSubrange(place..<end)
    case 2:
      let signs = Array("{}[]:,\"\\ \n1a$.'(ä😀".unicodeScalars)
      scalars.insert(signs[random.below(signs.count)], at: place)
    case 3:
      let piece = scalars[place..<end]
      scalars.insert(contentsOf: piece, at: random.below(scalars.count + 1))
    case 4: scalars.insert(contentsOf: "1e999".unicodeScalars, at: place)
    default:
      if place < scalars.count { scalars[place] = Unicode.Scalar(UInt8(random.below(128))) }
    }
  }

  /// A file that is cut off anywhere still has completions in the places of keys and values.
  @Test func `unfinished files are completed`() throws {
    var proposals = 0
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let text = Self.files[random.below(Self.files.count)]
      let place = text.utf8.index(text.startIndex, offsetBy: random.below(text.utf8.count))
      let client = TestClient(String(text[..<place]) + "¦")
      if !client.labels.isEmpty { proposals += 1 }
    }
    // Inside names, numbers and diagrams there is nothing to propose.
    #expect(proposals > 150, "\(proposals) of 300")
  }

  /// A file that is cut off within a key of the format has that key among its completions.
  @Test func `the key that is being typed is proposed`() throws {
    var random = SplitMix64(seed: 1)
    var missing: [String] = []
    for _ in 0..<300 {
      let text = Self.files[random.below(Self.files.count)]
      let keys = text.matches(of: #/"([a-zA-Z]+)":/#).filter { Self.words.contains($0.1) }
      let key = try #require(keys.isEmpty ? nil : keys[random.below(keys.count)])
      let written = key.1.prefix(random.below(key.1.count))
      let marked = text[..<key.0.startIndex] + "\"" + written + "¦"
      if !TestClient(String(marked)).labels.contains(String(key.1)) {
        missing.append("\(key.1) after \(text[..<key.0.startIndex].suffix(60))")
      }
    }
    // A few of these words are names in data.
    #expect(missing.count <= 15, "\(missing.joined(separator: "\n"))")
  }

  private static let words: Set<Substring> = [
    "operators", "expression", "seconds", "stream", "value", "marbles", "definitions", "from",
    "expect", "tests", "name", "time", "initialValue", "key", "count", "input", "inputs",
    "parameters", "with", "outputs", "merge", "zip", "values", "late", "completion", "frame",
    "map", "filter", "scan", "debounce", "delay", "collect", "groupBy", "flatMap", "description",
  ]
}
