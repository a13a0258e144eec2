package import Values

/// A range of a source, and its replacement.
package struct TextEdit: Hashable, Sendable {
  package var range: Range<Int>
  package var text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// The edits in the order of the text. Insertions at one place keep their order, and come before
  /// replacements there.
  package var inTextOrder: [TextEdit] {
    enumerated().sorted { left, right in
      let (a, b) = (left.element.range, right.element.range)
      return (a.lowerBound, a.upperBound, left.offset) < (b.lowerBound, b.upperBound, right.offset)
    }.map(\.element)
  }

  /// Returns the text with all edits made. The edits must not overlap.
  package func applied(to source: SourceText) -> [UInt8] {
    let old = source.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(old.count)
    var place = old.startIndex
    for edit in inTextOrder {
      bytes += old[place..<edit.range.lowerBound]
      bytes += edit.text.utf8
      place = edit.range.upperBound
    }
    return bytes + old[place...]
  }
}

extension SourceText {
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line ending of the text, which is that of its first line.
  package var lineEnd: String {
    let end = bytes.firstIndex(of: .lineFeed) ?? 0
    return end > 0 && bytes[end - 1] == .carriageReturn ? "\r\n" : "\n"
  }

  /// Returns the blanks at the beginning of the line that contains an offset.
  package func indentation(at offset: Int) -> String {
    String(lineText(containing: offset).prefix { $0 == " " || $0 == "\t" })
  }

  /// Returns whether only blanks come before an offset on its line.
  package func beginsLine(_ offset: Int) -> Bool {
    let line = bytes[..<offset].reversed().prefix { $0 != .lineFeed }
    return line.allSatisfy { $0 == .space || $0 == .tab }
  }

  /// Returns the number of columns before an offset on its line.
  package func column(of offset: Int) -> Int {
    let line = bytes[..<offset].reversed().prefix { $0 != .lineFeed }
    return line.count { $0 & 0xC0 != 0x80 }
  }
}
