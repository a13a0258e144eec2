import Marbles

/// A line of a file in a message, with the line below that points into it:
///
/// ```
///  12 | {"stream": [{"valu": 2}]}
///     |              ^
/// ```
package struct ExcerptLines {
  /// The smallest number of columns in which an excerpt is useful.
  private static let leastRoom = 20

  private let line: Substring
  private let caret: Substring

  /// Returns nil if the lines are not an excerpt. The caret may have a color.
  package init?(_ line: Substring, _ caret: Substring) {
    guard Self.isExcerpt(line), Self.isExcerpt(caret), caret.contains("^"),
      caret.prefix(while: { $0 != "|" }).allSatisfy({ $0 == " " })
    else { return nil }
    self.line = line
    self.caret = caret
  }

  /// Returns whether a line shows a part of a file, or points into it.
  private static func isExcerpt(_ line: Substring) -> Bool {
    line.hasPrefix(" ") && line.drop { $0 == " " || $0.isNumber }.hasPrefix("| ")
  }

  /// Returns both lines, cut around the caret to fit the width of a terminal.
  package func lines(width: Int) -> [String] {
    let margin = line.prefix { $0 != "|" } + "| "
    let text = line.dropFirst(margin.count)
    let place = caret.dropFirst(margin.count).prefix { $0 == " " }.count
    // The caret may be after the end of the line.
    let (room, columns) = (width - margin.count, max(ChartText.width(String(text)), place + 1))
    guard columns > room, room >= Self.leastRoom else { return [String(line), String(caret)] }
    let start = max(0, min(place - room / 2, columns - room))
    let shown = Self.window(of: text, from: start, to: start + room, of: columns)
    let mark = caret.dropFirst(margin.count + place)
    let blanks = String(repeating: " ", count: place - start)
    return [margin + shown, caret.prefix(margin.count) + blanks + mark]
  }

  /// Returns the columns of a line in a range, with an ellipsis where the line is cut off.
  private static func window(
    of text: Substring, from start: Int, to end: Int, of count: Int
  ) -> String {
    let first = start > 0 ? start + 1 : 0
    let last = end < count ? end - 1 : count
    var shown = start > 0 ? "…" : ""
    var column = 0
    for character in text {
      let next = column + ChartText.width(character)
      if column >= first, next <= last {
        shown.append(character)
      } else if column < first ? next > first : next > last && column < last {
        // Half of a wide character.
        shown.append(" ")
      }
      column = next
    }
    return end < count ? shown + "…" : shown
  }
}
