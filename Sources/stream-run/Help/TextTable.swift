/// Two columns of text, for a terminal.
struct TextTable {
  private let rows: [(left: String, right: String)]

  init(_ rows: [(String, String)]) {
    self.rows = rows.map { (left: $0.0, right: $0.1) }
  }

  /// How wide the first column has to be, of what is no wider than `limit`.
  func column(limit: Int = .max) -> Int {
    rows.map(\.left.count).filter { $0 <= limit }.max() ?? 0
  }

  /// The lines of the table. What does not fit into the second column goes on below; what is wider
  /// than the first one stands alone.
  func lines(width: Int, column: Int? = nil) -> [String] {
    let column = column ?? self.column()
    return rows.flatMap { left, right in
      var lines = right.folded(to: width - column - 4).map { line in
        "  \("".padded(to: column))  \(line)"
      }
      if left.count > column || lines.isEmpty {
        lines.insert("  \(left)", at: 0)
      } else {
        lines[0] = "  \(left.padded(to: column))  \(lines[0].dropFirst(column + 4))"
      }
      return lines
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The words in lines of at most `width` characters.
  func folded(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
