import Marbles

/// The sizes of the parts of a diagram, in units: columns of a terminal, or pixels.
package struct DiagramMetrics: Sendable, Hashable {
  /// The units between both ends of the time axis.
  package var room: Int
  /// The width of one column of text.
  package var column: Int
  /// The width that a mark has in addition to its text.
  package var padding: Int
  /// The minimum width of a mark with text.
  package var leastMark: Int
  /// The width of a mark without text.
  package var dot: Int
  /// The minimum distance between two marks, or between two labels.
  package var gap: Int
  /// Whether a mark is centered at its instant; otherwise it begins there.
  package var isCentered: Bool
  /// The width of a break in the time axis.
  package var breakWidth: Int
  /// The width of a bar that represents many events.
  package var bar: Int
  /// Whether equal times are equally wide, to the unit. A unit is then a round time.
  package var isAligned: Bool

  /// The number of units on both sides of the axis that a mark may extend into.
  package var margin: Int

  /// The columns of the longest text of a mark or of a label.
  package static let longestText = 24
  /// The minimum length of a shortened string, in columns.
  static let shortestText = 8
  /// The number of labels that may be stacked above each other.
  static let highestStack = 3

  /// The sizes in a terminal, in columns.
  package static func terminal(room: Int) -> DiagramMetrics {
    DiagramMetrics(
      room: room, column: 1, padding: 0, leastMark: 1, dot: 1, gap: 1, isCentered: false,
      breakWidth: 6, bar: 1, isAligned: true, margin: 4)
  }

  /// The sizes of a picture, in pixels.
  package static func picture(room: Int) -> DiagramMetrics {
    DiagramMetrics(
      room: room, column: 8, padding: 14, leastMark: 30, dot: 10, gap: 4, isCentered: true,
      breakWidth: 44, bar: 6, isAligned: false, margin: 42)
  }

  /// Returns the width of a string.
  func width(of text: String) -> Int { ChartText.width(text) * column }

  /// Returns the width of a mark with a label.
  func markWidth(of text: String) -> Int { max(leastMark, width(of: text) + padding) }

  /// Returns the units that something of the given width takes up at a position.
  func extent(of width: Int, at position: Int) -> Range<Int> {
    let start = isCentered ? position - width / 2 : position
    return start..<(start + width)
  }
}
