import Testing
import Values

@testable import Editing

struct FormattedTextTests {
  private func formatted(_ text: String) throws -> FormattedText {
    try FormattedText(of: SourceText(name: "a.json", text))
  }

  @Test(arguments: [
    ("1\n", true), ("{\n  \"a\": [1, 2]\n}\n", true), ("1", false), ("1\n\n", false),
    ("\u{FEFF}1\n", false), ("[1]\n", false), ("[\n  1\n] \n", false), ("[\n  1,\n  2\n]\n", false),
  ])
  func `a document either has its form already or not`(text: String, isFormatted: Bool) throws {
    let form = try formatted(text)
    #expect(form.isSource == isFormatted)
    #expect((form.bytes == Array(text.utf8)) == isFormatted)
    #expect(form.difference.isEmpty == isFormatted)
  }

  @Test func `a long text is passed in pieces, long strings too`() throws {
    let long = String(repeating: "x", count: 200_000)
    let source = SourceText(
      name: "a.json",
      #"["\#(long)",[\#((0..<10_000).map { "{\"a\":\($0)}" }.joined(separator: ","))]]"#)
    let form = try FormattedText(of: source)
    var pieces: [[UInt8]] = []
    form.write { piece in
      pieces.append(piece)
      return true
    }
    #expect(pieces.count > 4)
    #expect(pieces.dropLast().allSatisfy { $0.count == 64 * 1024 })
    #expect(Array(pieces.joined()) == (try JSONFormatter.formatted(source)))
    #expect(
      try JSONReader.value(of: SourceText(name: "b", bytes: form.bytes)).value
        == JSONReader.value(of: source).value)
  }

  @Test func `nothing is laid out after a piece is refused`() throws {
    let source = SourceText(name: "a.json", "[" + String(repeating: "[[1]],", count: 50_000) + "1]")
    let form = try FormattedText(of: source)
    var (tokens, pieces) = (0, 0)
    form.layOut { _, _ in
      tokens += 1
      return tokens < 10
    }
    form.write { _ in
      pieces += 1
      return false
    }
    #expect((tokens, pieces) == (10, 1))
  }
}
