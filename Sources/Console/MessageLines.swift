import Marbles
package import Platform

/// Folds messages to the width of a terminal. Long lines are broken between words.
///
/// An excerpt of a file, with its caret in the line below, is cut around the caret. Escape codes do
/// not take up columns.
package struct MessageLines {
  private let width: Int

  package init(width: Int) {
    self.width = width
  }

  /// Returns the message with additional line breaks in lines that are too long.
  package func folded(_ message: String) -> String {
    var rest = message.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var lines: [String] = []
    while let line = rest.popFirst() {
      if let below = rest.first, let excerpt = ExcerptLines(line, below) {
        rest.removeFirst()
        lines += excerpt.lines(width: width)
      } else {
        lines.append(foldedLine(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func foldedLine(_ line: Substring) -> String {
    guard Self.columns(of: line) > width else { return String(line) }
    let margin = line.prefix { $0 == " " }
    // The continuation of a line is indented, unless hardly any room would be left.
    let indent = margin.count + 2 <= width / 2 ? margin + "  " : ""
    var lines: [(text: String, columns: Int)] = []
    for word in line.dropFirst(margin.count).split(
      separator: " ", omittingEmptySubsequences: false)
    {
      let columns = Self.columns(of: word)
      if let last = lines.last, last.columns + 1 + columns <= width {
        lines[lines.count - 1] = ("\(last.text) \(word)", last.columns + 1 + columns)
      } else {
        let start = lines.isEmpty ? String(margin) : String(indent)
        lines.append((start + word, start.count + columns))
      }
    }
    return lines.map(\.text).joined(separator: "\n")
  }

  /// Returns the number of columns of a string. A color, from escape to `m`, does not take up
  /// columns.
  private static func columns(of text: Substring) -> Int {
    var columns = 0
    var isEscape = false
    for character in text {
      if character == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        isEscape = character != "m"
      } else {
        columns += ChartText.width(character)
      }
    }
    return columns
  }
}

extension FileDescriptor {
  /// Returns a message as this descriptor shows it. It is folded on a terminal. Elsewhere its lines
  /// are unchanged, for programs that search them.
  package func folded(_ message: String) -> String {
    guard isTerminal, let columns else { return message }
    return MessageLines(width: columns).folded(message)
  }
}
