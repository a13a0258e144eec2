import Marbles

/// One line of a diagram in a terminal. Texts are placed in it at columns.
struct TerminalLine {
  /// The style of a string.
  enum Look: Hashable {
    case plain, bold, dim, failure
    /// A value, with the number of its color.
    case value(Int?)

    /// The codes for a terminal, between `ESC [` and `m`.
    fileprivate var code: String? {
      switch self {
      case .plain: nil
      case .bold: "1"
      case .dim: "2"
      case .failure: "1;31"
      case .value(let color): color.map { Self.colors[$0 % Self.colors.count] } ?? "1"
      }
    }

    private static let colors = ["36", "33", "35", "32", "34", "96", "95", "93"]
  }

  private struct Cell {
    /// Empty where a wide character extends into the column.
    var text: String
    var look: Look
  }

  private var cells: [Cell] = []

  /// The number of columns in use.
  var width: Int { cells.count }

  mutating func put(_ text: String, at column: Int, _ look: Look = .plain) {
    var column = column
    for character in text {
      let width = ChartText.width(character)
      while cells.count < column + width { cells.append(Cell(text: " ", look: .plain)) }
      cells[column] = Cell(text: String(character), look: look)
      for next in (column + 1)..<(column + width) { cells[next] = Cell(text: "", look: look) }
      column += width
    }
  }

  /// Returns whether this text is at a column.
  func has(_ text: String, at column: Int) -> Bool {
    column < cells.count && cells[column].text == text
  }

  /// Returns the line without trailing blanks.
  func text(isColored: Bool, isASCII: Bool) -> String {
    let end = cells.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
    var text = ""
    var open: Look?
    for cell in cells[..<end] {
      let look = cell.text == " " ? nil : cell.look
      if isColored, look != nil || cell.text.isEmpty == false, look?.code != open?.code {
        if open?.code != nil { text += "\u{1B}[0m" }
        if let code = look?.code { text += "\u{1B}[\(code)m" }
        open = look
      }
      text += isASCII ? Self.ascii(cell.text) : cell.text
    }
    return isColored && open?.code != nil ? text + "\u{1B}[0m" : text
  }

  private static let replacements: [String: String] = [
    "×": "x", "…": "~", "›": ">", "─": "-", "●": "o", "◉": "*", "╱": "/", "┬": "+", "│": "|",
    "✗": "X", "▁": ".", "▂": ":",
    "▃": ";", "▄": "+", "▅": "=", "▆": "x", "▇": "X", "█": "#",
  ]

  /// Returns a character of the same width.
  private static func ascii(_ text: String) -> String {
    guard let character = text.first, !character.isASCII else { return text }
    return replacements[text] ?? String(repeating: "?", count: ChartText.width(character))
  }
}
