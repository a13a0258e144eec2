import LanguageServer
import TestSupport
import Testing
import Values

/// Documents that change piece by piece, in the units of each encoding.
struct PositionTests {
  private static let letters = ["a", "ä", "€", "😀", "\n", "\r\n", "\r", "\"", "{", "}", " "]

  /// The document of the server after random changes is the client's.
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

  /// A place that is not between the two characters of a line break.
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
