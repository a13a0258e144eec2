import Marbles

/// The lines of one row of a diagram in a terminal.
struct TerminalRow {
  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private let row: DiagramRow
  private let layout: DiagramLayout
  private let margin: Int

  init(_ row: DiagramRow, _ layout: DiagramLayout, margin: Int) {
    self.row = row
    self.layout = layout
    self.margin = margin
  }

  /// The labels, and then the line itself.
  var lines: [TerminalLine] {
    var lines = Array(repeating: TerminalLine(), count: row.levelCount)
    for label in row.labels {
      let top = row.levelCount - 1 - label.level
      let column = margin + label.extent.lowerBound
      lines[top].put(label.text, at: column, label.isFailure ? .failure : .plain)
      guard !label.isFailure else { continue }
      for lower in lines.indices.dropFirst(top + 1) {
        lines[lower].put("│", at: margin + label.position, .dim)
      }
    }
    if case .bars(let bars) = row.content {
      if lines.isEmpty { lines.append(TerminalLine()) }
      let room = row.labels.map(\.extent.lowerBound).min() ?? layout.metrics.room + 4
      lines[lines.count - 1].put(
        ChartText.line(bars.summary, limit: max(0, room - 2)), at: margin, .dim)
    }
    guard !isTitleShort else { return lines + [line] }
    var title = TerminalLine()
    putTitle(in: &title, limit: margin + layout.metrics.room + 6)
    return [title] + lines + [line]
  }

  /// Whether there is room for the title beside the line. Otherwise it is on a separate line.
  private var isTitleShort: Bool { row.title.width <= margin - 2 }

  private var line: TerminalLine {
    var line = TerminalLine()
    if isTitleShort { putTitle(in: &line, limit: margin - 2) }
    let end = max(
      layout.axis.length, row.content.marks.last.map { $0.extent.upperBound - 1 } ?? 0)
    let length = row.lineEnd ?? end + 1
    let start = min(row.lineStart ?? 0, length)
    line.put(String(repeating: "─", count: length - start), at: margin + start, .dim)
    for column in layout.breakColumns where column >= start && column + 2 <= length {
      line.put("╱╱", at: margin + column, .dim)
    }
    putValues(in: &line)
    putCompletions(in: &line)
    if row.lineEnd == nil { line.put(">", at: margin + length, .dim) }
    return line
  }

  private func putTitle(in line: inout TerminalLine, limit: Int) {
    let title = row.title
    let definition = title.definition.map { "\($0) › " } ?? ""
    var column = 0
    func put(_ text: String, _ look: TerminalLine.Look, in line: inout TerminalLine) {
      guard column < limit else { return }
      let text = ChartText.line(text, limit: limit - column)
      line.put(text, at: column, look)
      column += ChartText.width(text)
    }
    // If there is little room, the name comes first.
    if ChartText.width(definition + title.name) <= limit { put(definition, .dim, in: &line) }
    put(title.name, .bold, in: &line)
    if !title.parameters.isEmpty { put(" \(title.parameters)", .plain, in: &line) }
    let note = title.note
    if !note.isEmpty, column + ChartText.width(note) + 3 <= limit {
      put(" (\(note))", .dim, in: &line)
    }
  }

  private func putValues(in line: inout TerminalLine) {
    switch row.content {
    case .marks(let marks):
      for mark in marks {
        line.put(mark.text, at: margin + mark.extent.lowerBound, .value(mark.color))
      }
    case .dots(let dots):
      for dot in dots {
        line.put(
          dot.events.count == 1 ? "●" : "◉", at: margin + dot.position, .value(dot.color))
      }
    case .bars(let bars):
      for (column, count) in bars.counts.enumerated() where count > 0 {
        let height = (count * (Self.bars.count - 1) + bars.most - 1) / bars.most
        line.put(Self.bars[height], at: margin + column, .value(0))
      }
    }
  }

  private func putCompletions(in line: inout TerminalLine) {
    for completion in row.completions {
      let column = margin + completion.position
      // If there are several runs, the end of one of them must not hide a value.
      guard completion.isLast || line.has("─", at: column) else { continue }
      if completion.failure == nil {
        line.put("|", at: column)
      } else {
        line.put("✗", at: column, .failure)
      }
    }
  }
}
