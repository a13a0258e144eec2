import Marbles
public import Tracing

/// Draws a trace for a terminal: on one time axis, a row for each source, one after each operator,
/// and one for each output.
///
/// ```
///             0s      2s      4s      6s      8s      10s     12s
///             ┬───────┬───────┬───────┬───────┬───────┬───────┬
/// marbles     h───────he──────hel─────────────hello───────────|
/// debounce 2  ────────────────────────hel─────────────hello───|
/// ```
///
/// Values are in the line if there is room for them. Otherwise they are above a `●`, or above a `◉`
/// that represents several. A row with more values than columns shows their numbers as bars. `|` is
/// the end, `✗` is a failure, `>` means that the row continues beyond the picture, and `╱╱`
/// represents a time that is left out.
///
/// The same trace always results in the same picture.
public struct TerminalDiagram: Sendable {
  /// The part of the trace that is shown.
  public var options: DiagramOptions
  /// The width in columns; at least 40.
  public var width: Int
  /// Whether the text contains codes for the colors of a terminal.
  public var isColored: Bool
  /// Whether the text contains only ASCII characters. Other characters, in values, are replaced.
  public var isASCII: Bool

  /// Creates a diagram.
  public init(
    options: DiagramOptions = DiagramOptions(), width: Int = 80, isColored: Bool = false,
    isASCII: Bool = false
  ) {
    self.options = options
    self.width = width
    self.isColored = isColored
    self.isASCII = isASCII
  }

  /// Draws a trace. The last line ends with a line break.
  public func text(of trace: Trace) -> String {
    let columns = max(40, width)
    let runs = RunRows(trace)
    func laidOut(_ margin: Int) -> DiagramLayout {
      DiagramLayout(runs, options: options, metrics: .terminal(room: columns - margin - 7))
    }
    var margin = columns * 3 / 10 + 2
    var layout = laidOut(margin)
    // Unused width of the axis is given to longer titles. Titles that do not fit are on separate
    // lines.
    let free = max(0, layout.metrics.room - layout.length)
    let widths = layout.rows.map(\.title.width)
    margin = (widths.filter { $0 <= margin - 2 + free }.max() ?? 0) + 2
    layout = laidOut(margin)
    guard !layout.rows.isEmpty else { return "no stages\n" }
    var lines = Self.ruler(layout, margin: margin)
    for row in layout.rows {
      lines += TerminalRow(row, layout, margin: margin).lines
    }
    return lines.map { $0.text(isColored: isColored, isASCII: isASCII) + "\n" }.joined()
  }

  /// Returns the labels of the axis, and the axis.
  private static func ruler(_ layout: DiagramLayout, margin: Int) -> [TerminalLine] {
    var (labels, ruler) = (TerminalLine(), TerminalLine())
    let length = layout.axis.length + 1
    ruler.put(String(repeating: "─", count: length), at: margin, .dim)
    for tick in layout.ticks {
      labels.put(tick.label, at: margin + tick.extent.lowerBound)
      ruler.put("┬", at: margin + tick.position, .dim)
    }
    for column in layout.breakColumns { ruler.put("╱╱", at: margin + column, .dim) }
    return [labels, ruler]
  }
}

extension DiagramRow.Title {
  /// The columns that the title takes up, including its note.
  var width: Int {
    ChartText.width(text) + (note.isEmpty ? 0 : ChartText.width(note) + 3)
  }
}

extension DiagramLayout {
  /// The columns that the axis and all labels take up.
  fileprivate var length: Int {
    rows.flatMap { $0.labels.map(\.extent.upperBound) + $0.content.marks.map(\.extent.upperBound) }
      .reduce(axis.length, max)
  }

  /// The columns of the symbols for breaks.
  var breakColumns: [Int] { axis.breaks.map { $0.units.upperBound - 4 } }
}
