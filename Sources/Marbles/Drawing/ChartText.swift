/// Text on a terminal: its width in columns, and its form without anything that would move the
/// cursor.
package enum ChartText {
  /// The ranges of scalars that take two columns, from Unicode's East Asian Width.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD,
  ]

  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  package static func width(_ character: Character) -> Int {
    if character.utf8.count == 1 { return 1 }
    let isWide = character.unicodeScalars.contains { scalar in
      scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
        || wideRanges.contains { $0.contains(scalar.value) }
    }
    return isWide ? 2 : 1
  }

  /// Returns the text on one line, at most `limit` columns of it: control characters are written as
  /// escapes.
  package static func line(_ text: String, limit: Int) -> String {
    var line = ""
    var columns = 0
    for character in text {
      let shown = printable(character)
      let shownWidth = width(shown)
      if columns + shownWidth > limit {
        while columns >= limit, let last = line.popLast() { columns -= width(last) }
        return line + "…"
      }
      line += shown
      columns += shownWidth
    }
    return line
  }

  private static func printable(_ character: Character) -> String {
    switch character {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\r\n": return "\\r\\n"
    case "\t": return "\\t"
    default: break
    }
    // A joiner that holds an emoji together is kept; other formatting characters are not, because
    // they could change the direction of the line.
    let isHidden = character.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
      case .format: scalar.value != 0x200D
      default: false
      }
    }
    guard isHidden else { return String(character) }
    return character.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
      .joined()
  }
}

/// One line of a picture, into which texts are put at columns.
struct ChartRow {
  /// One entry per column; empty where a wide character extends into it.
  private var cells: [String] = []

  mutating func put(_ text: String, at column: Int) {
    var column = column
    for character in text {
      let width = ChartText.width(character)
      while cells.count < column + width { cells.append(" ") }
      cells[column] = String(character)
      for next in (column + 1)..<(column + width) { cells[next] = "" }
      column += width
    }
  }

  /// The line without trailing blanks.
  var text: String {
    String(cells.joined().reversed().drop { $0 == " " }.reversed())
  }
}
