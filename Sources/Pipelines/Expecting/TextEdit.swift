import Values

/// A piece of a text, and what is to stand there.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String
}

extension [TextEdit] {
  /// The text with all edits made, which do not overlap.
  func applied(to source: SourceText) -> [UInt8] {
    var bytes = [UInt8](source.bytes)
    for edit in sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return bytes
  }
}

extension SourceText {
  /// Where the values stand to which the paths lead.
  func ranges(of paths: [DocumentPath]) -> [Range<Int>?] {
    offsets(of: paths).map { offset in
      guard let offset else { return nil }
      let end = JSONReader.reading(self) { reader -> Int? in
        reader.start(at: offset)
        do throws(ReadError) {
          try reader.skipValue()
          return reader.offset
        } catch {
          return nil
        }
      }
      return end.map { offset..<$0 }
    }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// How lines end here.
  var lineEnd: String {
    text(0..<count).utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
  }

  /// The blanks at the beginning of the line in which an offset stands.
  func indentation(at offset: Int) -> String {
    String(lineText(containing: offset).prefix { $0 == " " || $0 == "\t" })
  }

  /// Whether nothing but blanks stands before an offset on its line.
  func beginsLine(_ offset: Int) -> Bool {
    let line = bytes[..<offset].reversed().prefix { $0 != UInt8(ascii: "\n") }
    return line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// How many columns there are before an offset on its line.
  func column(of offset: Int) -> Int { place(at: offset).column - 1 }
}
