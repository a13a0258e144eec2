/// Lays out the cells of a line of text, to the right in columns of fixed widths.
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

/// A word with spaces behind it.
func padded(_ word: String, to width: Int) -> String {
  word + String(repeating: " ", count: max(0, width - word.count))
}

/// A number with one or two digits behind the point, as much as a measurement is good for.
func rounded(_ number: Double) -> String {
  number >= 100 ? "\((number * 10).rounded() / 10)" : "\((number * 100).rounded() / 100)"
}
