import Marbles
import Platform

/// A message as a terminal of a width shows it: long lines go on below, from word to word.
///
/// Excerpts of a file, with the caret below, are cut around the caret. Escape codes take no columns.
struct MessageLines {
  private let width: Int

  init(width: Int) {
    self.width = width
  }

  /// The message with line breaks where its lines are too long.
  func folded(_ message: String) -> String {
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
    // What belongs to a line is indented below it, unless hardly any room would be left.
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

  /// How many columns a text takes; a color, from escape to `m`, takes none.
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
  /// A message as this shows it: folded on a terminal; elsewhere each line stays one, for whatever
  /// searches them.
  func folded(_ message: String) -> String {
    guard isTerminal, let columns else { return message }
    return MessageLines(width: columns).folded(message)
  }
}
