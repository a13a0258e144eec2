/// Two columns of text, for a terminal.
package struct TextTable {
  private let rows: [(left: String, right: String)]

  package init(_ rows: [(String, String)]) {
    self.rows = rows.map { (left: $0.0, right: $0.1) }
  }

  /// Returns the width of the first column. Entries wider than `limit` are ignored.
  package func column(limit: Int = .max) -> Int {
    rows.map(\.left.count).filter { $0 <= limit }.max() ?? 0
  }

  /// Returns the lines of the table. Text that does not fit into the second column continues below.
  /// An entry wider than the first column is on separate lines.
  package func lines(width: Int, column: Int? = nil) -> [String] {
    let column = column ?? self.column()
    return rows.flatMap { left, right in
      var lines = right.folded(to: width - column - 4).map { line in
        "  \("".padded(to: column))  \(line)"
      }
      if left.count > column || lines.isEmpty {
        let folded = left.folded(to: width - 4).enumerated()
        lines.insert(contentsOf: folded.map { ($0 == 0 ? "  " : "    ") + $1 }, at: 0)
      } else {
        lines[0] = "  \(left.padded(to: column))  \(lines[0].dropFirst(column + 4))"
      }
      return lines
    }
  }
}

extension String {
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the words, folded into lines of at most `width` characters.
  package func folded(to width: Int) -> [String] {
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
