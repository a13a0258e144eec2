import TestSupport
import Testing

@testable import Values

/// The escapes of scalars that do anything except show a character.
struct EscapeTests {
  @Test(arguments: [
    ("a\tb\r\nc", #"a\tb\r\nc"#), ("\u{1B}[31m\u{0}\u{7F}", #"\u001b[31m\u0000\u007f"#),
    ("\u{80}\u{9B}2J\u{9F}\u{A0}", "\\u0080\\u009b2J\\u009f\u{A0}"),
    ("\u{61C}\u{200E}\u{200F}\u{202A}", #"\u061c\u200e\u200f\u202a"#),
    ("\u{202E}\u{2066}\u{2069}", #"\u202e\u2066\u2069"#),
    ("\u{2028}\u{2029}", #"\u2028\u2029"#),
    ("a\u{200B}\u{FEFF}\u{AD}", #"a\u200b\ufeff\u00ad"#),
    ("\u{E0041}", #"\udb40\udc41"#), ("e\u{301}\u{202E}", "e\u{301}\\u202e"),
    ("👩‍👩‍👧 ناهید می‌خواهم", "👩‍👩‍👧 ناهید می‌خواهم"), ("", ""), ("Grüße, 世界", "Grüße, 世界"),
  ])
  func `a string is written on one line`(text: String, shown: String) {
    #expect(text.onOneLine == shown)
  }

  @Test func `compact JSON stays the same value`() throws {
    for scalar in (0..<0x3000).compactMap({ Unicode.Scalar($0 as UInt32) }) {
      let value: Value = .string(Text("a\(Character(scalar))b"))
      let shown = value.description.onOneLine
      #expect(shown.onOneLine == shown)
      #expect(
        try JSONReader.value(of: SourceText(name: "", shown)).value == value, "\(scalar.value)")
    }
  }

  @Test func `a buffer escapes the same non-ASCII scalars as a string`() {
    let pieces = [
      "a", "abcdefgh", "\u{7F}", "\n", "\u{80}", "\u{9F}", "\u{A0}", "°", "é", "€", "…", "漢", "😀",
      "\u{61C}", "\u{200F}", "\u{2028}", "\u{2066}", "\u{FEFF}", "\u{FFFD}", "\u{E0001}",
      "\u{10FFFF}",
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      var buffer = ByteBuffer()
      buffer.append(Array("\u{202E}\(text)".utf8))
      buffer.escapeUnprintable(from: 3)
      let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).onOneLine }.joined(separator: "\n")
      #expect(String(decoding: buffer.bytes.dropFirst(3), as: UTF8.self) == expected)
    }
  }
}
