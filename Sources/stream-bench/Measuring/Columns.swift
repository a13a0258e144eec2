/// Aligns the cells of a line of text to the right, in columns of fixed widths.
struct Columns {
  private let widths: [Int]

  init(_ widths: [Int]) {
    self.widths = widths
  }

  func row(_ cells: [String], _ rest: String = "") -> String {
    let aligned = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(0, width - cell.count)) + cell
    }
    return aligned.joined() + (rest.isEmpty ? "" : "  \(rest)")
  }
}

/// Returns a word, padded with spaces on the right.
func padded(_ word: String, to width: Int) -> String {
  word + String(repeating: " ", count: max(0, width - word.count))
}

/// Returns a number with one or two decimals, the precision of a measurement.
func rounded(_ number: Double) -> String {
  number >= 100 ? "\((number * 10).rounded() / 10)" : "\((number * 100).rounded() / 100)"
}
