import Platform

/// Text on a terminal: its width in columns, and its form without anything that would move the
/// cursor.
package enum ChartText {
  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// The columns of a character in a picture, where each character has at least one column.
  package static func width(_ character: Character) -> Int { max(1, character.columns) }

  /// Returns the text on one line, with at most `limit` columns. Scalars that do not show a
  /// character are written as escapes.
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
    guard character.unicodeScalars.contains(where: \.isUnprintable) else {
      return String(character)
    }
    return character.unicodeScalars.map { $0.isUnprintable ? $0.escape : String($0) }.joined()
  }
}

/// One line of a picture. Texts are placed in it at columns.
struct ChartRow {
  /// One entry per column. It is empty where a wide character extends into it.
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
