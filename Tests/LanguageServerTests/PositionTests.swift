import Editing
import LanguageServer
import TestSupport
import Testing
import Values

/// Documents that change piece by piece, in the units of each encoding.
struct PositionTests {
  private static let letters = ["a", "ä", "€", "😀", "\n", "\r\n", "\r", "\"", "{", "}", " "]

  /// After random changes, the server's document is the same as the client's.
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `both sides keep the same text`(encoding: String) throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let client = TestClient("{}", encodings: [encoding])
    var scalars = Array("{}".unicodeScalars)
    for version in 2..<200 {
      let start = Self.place(random.below(scalars.count + 1), in: scalars)
      let end = Self.place(min(scalars.count, start + random.below(4)), in: scalars)
      let new = (0..<random.below(4)).map { _ in Self.letters[random.below(Self.letters.count)] }
        .joined()
      client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": Value(client.uri), "version": Value(version)],
          "contentChanges": [
            [
              "range": [
                "start": Self.position(of: start, in: scalars, encoding),
                "end": Self.position(of: end, in: scalars, encoding),
              ], "text": Value(new),
            ]
          ],
        ])
      scalars.replaceSubrange(start..<end, with: new.unicodeScalars)
      let text = String(String.UnicodeScalarView(scalars))
      #expect(
        client.server.text(of: client.uri) == text, "seed \(seed), version \(version)")
    }
  }

  /// A document may be a single line, whose changes arrive together, from its end to its beginning.
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `places are found in a long line`(encoding: String) throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let client = TestClient("{}", encodings: [encoding])
    var scalars = Array("{}".unicodeScalars)
    let letters = Self.letters.filter { !$0.contains { $0.isNewline } }
    for version in 2..<60 {
      var end = scalars.count
      var changes: [Value] = []
      for _ in 0..<(1 + random.below(6)) {
        let start = max(0, end - random.below(40))
        let old = start..<min(end, start + random.below(3))
        let new = (0..<random.below(200)).map { _ in letters[random.below(letters.count)] }.joined()
        changes.append([
          "range": [
            "start": Self.position(of: old.lowerBound, in: scalars, encoding),
            "end": Self.position(of: old.upperBound, in: scalars, encoding),
          ], "text": Value(new),
        ])
        scalars.replaceSubrange(old, with: new.unicodeScalars)
        // Some are at the same place as the previous one, and some touch it.
        end = random.below(3) == 0 ? scalars.count : old.lowerBound
      }
      client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": Value(client.uri), "version": Value(version)],
          "contentChanges": .array(changes),
        ])
      let text = String(String.UnicodeScalarView(scalars))
      #expect(
        client.server.text(of: client.uri) == text, "seed \(seed), version \(version)")
    }
  }

  @Test(arguments: ["utf-8", "utf-16"])
  func `a long line is formatted at its places`(encoding: String) throws {
    let values = (0..<900).map { #"{"ä😀":\#($0)}"# }.joined(separator: ",")
    let client = TestClient(#"{"sequence":[\#(values)]}"#, encodings: [encoding])
    let options: Value = ["options": ["insertFinalNewline": true]]
    let edits = client.result("textDocument/formatting", options).elements ?? []
    #expect(edits.count > 3000)
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Value(client.uri), "version": 2],
        "contentChanges": .array(
          edits.reversed().map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] }),
      ])
    let formatted = try JSONFormatter.formatted(SourceText(name: "", client.text))
    #expect(client.server.text(of: client.uri) == String(decoding: formatted, as: UTF8.self))
    #expect(client.result("textDocument/formatting", options) == [])
  }

  /// Returns a place that is not between the two characters of a line break.
  private static func place(_ place: Int, in scalars: [Unicode.Scalar]) -> Int {
    place > 0 && place < scalars.count && scalars[place - 1] == "\r" && scalars[place] == "\n"
      ? place + 1 : place
  }

  private static func position(
    of place: Int, in scalars: [Unicode.Scalar], _ encoding: String
  ) -> Value {
    var (line, character) = (0, 0)
    for (index, scalar) in scalars[..<place].enumerated() {
      let endsLine =
        scalar == "\n"
        || scalar == "\r" && (index + 1 == scalars.count || scalars[index + 1] != "\n")
      if endsLine {
        (line, character) = (line + 1, 0)
        continue
      }
      switch encoding {
      case "utf-8": character += String(scalar).utf8.count
      case "utf-16": character += String(scalar).utf16.count
      default: character += 1
      }
    }
    return ["line": Value(line), "character": Value(character)]
  }
}
