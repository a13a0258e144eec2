import Pipelines
import Values

/// A range of a text, and its replacement.
struct TextEdit: Hashable {
  var range: Range<Int>
  var text: String
}

extension [TextEdit] {
  /// Returns the text with all edits made; they must not overlap.
  func applied(to source: SourceText) -> [UInt8] {
    let old = source.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(old.count)
    var place = old.startIndex
    for edit in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += old[place..<edit.range.lowerBound]
      bytes += edit.text.utf8
      place = edit.range.upperBound
    }
    return bytes + old[place...]
  }
}

extension SourceText {
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line ending of the text: that of its first line.
  var lineEnd: String {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// Returns the blanks at the beginning of the line that contains an offset.
  func indentation(at offset: Int) -> String {
    String(lineText(containing: offset).prefix { $0 == " " || $0 == "\t" })
  }

  /// Returns whether only blanks precede an offset on its line.
  func beginsLine(_ offset: Int) -> Bool {
    let line = bytes[..<offset].reversed().prefix { $0 != UInt8(ascii: "\n") }
    return line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Returns the number of columns before an offset on its line.
  func column(of offset: Int) -> Int {
    let line = bytes[..<offset].reversed().prefix { $0 != UInt8(ascii: "\n") }
    return line.count { $0 & 0xC0 != 0x80 }
  }
}
