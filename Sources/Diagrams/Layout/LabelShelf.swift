import Marbles

/// Places labels on a few lines above a row so that none overlaps another.
///
/// A label begins at its mark. Labels that follow each other closely descend to the right, so that
/// there is nothing between a label and its mark:
///
/// ```
/// first
/// │ second
/// │ │  third
/// ●─●──●────────
/// ```
struct LabelShelf {
  /// The text of a label, and the position of its mark.
  struct Text {
    var text: String
    var position: Int
  }

  /// The numbers of columns that texts are cut to, tried in order, if not all labels have room.
  private static let limits = [DiagramMetrics.longestText, 16, 12]

  private let metrics: DiagramMetrics
  private(set) var labels: [DiagramRow.Label] = []
  /// On each line of text, the end of the last label, or of a line down to its mark.
  private var ends = Array(repeating: Int.min, count: DiagramMetrics.highestStack)

  init(_ metrics: DiagramMetrics) {
    self.metrics = metrics
  }

  /// The end of the room for labels, which reaches into the margin.
  private var room: Int { metrics.room + 5 * metrics.column }

  /// Places texts, in the order of their positions, as far as there is room for them.
  mutating func place(_ texts: [Text]) {
    var best: LabelShelf?
    for limit in Self.limits {
      var shelf = self
      for index in texts.indices { shelf.place(texts[index...].prefix(ends.count), limit: limit) }
      if best.map({ $0.labels.count < shelf.labels.count }) ?? true { best = shelf }
      if shelf.labels.count == labels.count + texts.count { break }
    }
    self = best ?? self
  }

  /// Places the first of the given texts. The others are those that follow.
  private mutating func place(_ texts: ArraySlice<Text>, limit: Int) {
    guard let first = texts.first else { return }
    // Beside the line down to its mark, if that is a drawn line and not a character.
    let start = first.position + (metrics.isCentered ? 5 : 0)
    let columns = min(limit, (room - start) / metrics.column)
    var text = ChartText.line(first.text, limit: limit)
    let moved = room - metrics.width(of: text)
    if moved < start, ends[0] <= moved {
      // At the right edge the label ends there instead.
      labels.append(
        DiagramRow.Label(
          text: text, position: first.position, extent: moved..<room, level: 0))
      ends[0] = room + 2 * metrics.gap
      return
    }
    if ChartText.width(text) > columns {
      guard columns >= DiagramMetrics.shortestText else { return }
      text = ChartText.line(text, limit: columns - 1)
    }
    let extent = start..<(start + metrics.width(of: text))
    let end = extent.upperBound + 2 * metrics.gap
    let wanted = texts.dropFirst().prefix { $0.position < end }.count
    // On the lines below it, the label has a line down to its mark.
    let free = ends.prefix { $0 <= first.position }.count
    guard free > 0 else { return }
    let level = min(wanted, free - 1)
    labels.append(
      DiagramRow.Label(text: text, position: first.position, extent: extent, level: level))
    for lower in 0..<level { ends[lower] = first.position + metrics.gap }
    ends[level] = end
  }

  /// Places the message of a failure, moved to the left as far as necessary. If no line has room
  /// for it, it is placed on a separate line.
  mutating func placeFailure(_ message: String, at position: Int) {
    let text = ChartText.line(message, limit: max(1, room / metrics.column - 1))
    let width = metrics.width(of: text)
    let start = max(0, min(metrics.extent(of: width, at: position).lowerBound, room - width))
    let level = ends.firstIndex { $0 <= start } ?? ends.count
    let extent = start..<(start + width)
    labels.append(
      DiagramRow.Label(
        text: text, position: position, extent: extent, level: level, isFailure: true))
    if level < ends.count { ends[level] = extent.upperBound + 2 * metrics.gap }
  }
}
