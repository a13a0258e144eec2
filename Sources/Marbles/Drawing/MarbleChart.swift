import Reactive

/// Draws timelines for people, one above another on one time axis.
///
/// ```
///          0s   1s   2s   3s   4s
///          +----+----+----+----+
/// numbers  -----1----2----3----(4|)
/// letters  ----------a---------------->
/// ```
///
/// Values of one character are in the line, others are above an `o`, and values at one instant are
/// in parentheses or in a stack. `|` is the end, `#` is a failure, `>` means that the timeline
/// continues beyond the picture, `//` is a gap that is left out, and `*` represents several
/// instants that cannot be separated at this scale. Texts for which there is no room are listed
/// below with their times. Labels are cut after 20 columns.
///
/// The same timelines always result in the same picture.
public struct MarbleChart: Sendable {
  /// The maximum number of lines in the list below a picture.
  private static let longestList = 20

  /// The width in columns of a terminal; at least 40.
  public let width: Int
  /// The text form of times that count from 1970; nil if they count from the start.
  private let dates: ChartDates?

  /// Creates a chart with a width in columns.
  public init(width: Int = 72) {
    self.init(width: width, dates: nil)
  }

  package init(width: Int, dates: ChartDates?) {
    self.width = max(40, width)
    self.dates = dates
  }

  /// Draws timelines. `text` returns the text of a value.
  public func picture<Output>(
    of timelines: [(label: String, timeline: Timeline<Output>)], text: (Output) -> String
  ) -> String {
    let lanes = timelines.map { label, timeline in
      ChartLane(label: label, timeline: timeline, limit: width, text: text)
    }
    return drawing(of: lanes).lines.joined(separator: "\n")
  }

  /// A picture before it is converted to text.
  struct Drawing {
    var rows: [String]
    var list: [String]
    var lanes: [ChartLane.Drawing]
    var axis: ChartAxis
    var time: ChartTime
    /// The number of columns that the labels take up.
    var margin: Int
    var crowdedCount: Int

    var lines: [String] { rows + list }
  }

  /// - Parameters:
  ///   - start: The time at the left; nil for time 0, or for the first event if times are dates.
  ///   - apart: Two instants that should have separate columns.
  ///   - told: For each lane, an instant whose only text is reported elsewhere.
  func drawing(
    of lanes: [ChartLane], start: Int64? = nil, apart: (Int64, Int64)? = nil, told: [Int64?] = []
  ) -> Drawing {
    let margin = (lanes.map { ChartText.width($0.label) }.max() ?? -2) + 2
    let room = width - margin - 1
    let first = dates == nil ? nil : lanes.compactMap { $0.moments.first?.time }.min()
    let scale = ChartScale(
      lanes, start: start ?? first ?? 0, room: room, apart: apart, dates: dates)
    let (axis, time) = (scale.axis(), scale.time)
    var drawings = lanes.map { $0.drawing(on: axis, room: room) }
    let end = max(axis.lastColumn + 1, drawings.map(\.width).max() ?? 0)
    var rows = Self.ruler(axis, time, room: room, margin: margin)
    for (lane, drawing) in zip(lanes, drawings) {
      rows += Self.rows(lane, drawing, on: axis, end: end, margin: margin)
    }
    for (index, instant) in told.enumerated() {
      drawings[index].listed.removeAll { $0.time == instant && $0.texts.count == 1 }
    }
    var listed = drawings.map(\.listed)
    if told.count == 2 { listed.append(Self.removeCommon(from: &listed)) }
    return Drawing(
      rows: rows, list: list(lanes.map(\.label), listed, time), lanes: drawings, axis: axis,
      time: time, margin: margin,
      crowdedCount: drawings.reduce(0) { $0 + $1.crowdedCount })
  }

  /// Removes the entries that two lanes share, and returns them to be listed once.
  private static func removeCommon(
    from listed: inout [[(time: Int64, texts: [String])]]
  ) -> [(time: Int64, texts: [String])] {
    let (left, right) = (listed[0], listed[1])
    listed[0].removeAll { entry in right.contains { $0 == entry } }
    listed[1].removeAll { entry in left.contains { $0 == entry } }
    return left.filter { entry in right.contains { $0 == entry } }
  }

  /// - Parameter listed: The entries of each lane, followed by those that the lanes share.
  private func list(
    _ labels: [String], _ listed: [[(time: Int64, texts: [String])]], _ time: ChartTime
  ) -> [String] {
    let count = listed.reduce(0) { $0 + $1.count }
    var lines: [String] = []
    for (label, entries) in zip(labels + ["both"], listed) {
      for (instant, texts) in entries.prefix(Self.longestList - lines.count) {
        let place = "\(label) at \(time.text(instant)): "
        lines.append(ChartText.line(place + texts.joined(separator: ", "), limit: width))
      }
    }
    return lines + (count > lines.count ? ["and \(count - lines.count) more"] : [])
  }

  private static func ruler(_ axis: ChartAxis, _ time: ChartTime, room: Int, margin: Int)
    -> [String]
  {
    var (labels, ruler) = (ChartRow(), ChartRow())
    ruler.put(String(repeating: "-", count: axis.lastColumn + 1), at: margin)
    for mark in axis.marks(time, room: room + 1) {
      labels.put(mark.label, at: margin + mark.labelColumn)
      ruler.put("+", at: margin + mark.column)
    }
    for column in axis.breakColumns { ruler.put("//", at: margin + column) }
    return [labels.text, ruler.text]
  }

  private static func rows(
    _ lane: ChartLane, _ drawing: ChartLane.Drawing, on axis: ChartAxis, end: Int, margin: Int
  ) -> [String] {
    var stacks = Array(repeating: ChartRow(), count: drawing.height)
    for (column, texts) in drawing.stacks {
      for (index, text) in texts.enumerated() {
        stacks[drawing.height - texts.count + index].put(text, at: margin + column)
      }
    }
    var line = ChartRow()
    line.put(lane.label, at: 0)
    let length = lane.isOpen ? end : drawing.symbols.last?.column ?? 0
    line.put(String(repeating: "-", count: length), at: margin)
    for column in axis.breakColumns where column < length {
      line.put("//", at: margin + column)
    }
    for (column, text) in drawing.symbols { line.put(text, at: margin + column) }
    if lane.isOpen { line.put(">", at: margin + end) }
    return stacks.map(\.text) + [line.text]
  }
}
