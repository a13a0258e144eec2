import Marbles
import Tracing

/// A picture while it is written, layer by layer, from the back to the front.
struct SVGPicture {
  /// Text, with the part of the picture that it may take up.
  struct TextBox: Hashable {
    var text: String
    var x: Range<Int>
    var y: Range<Int>
  }

  private(set) var text = ""
  /// All texts, in the order in which they are written.
  private(set) var textBoxes: [TextBox] = []

  private let picture: PictureLayout
  private let descriptions: EventDescriptions
  private var writer = SVGWriter()

  private var layout: DiagramLayout { picture.layout }

  init(_ picture: PictureLayout, of trace: Trace, title: String?) {
    self.picture = picture
    descriptions = EventDescriptions(trace, time: picture.layout.axis.time)
    let (width, height) = (picture.width, picture.height)
    let name = title ?? "Marble diagram"
    writer.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"streams\" width=\"\(width)\" "
        + "height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" "
        + "role=\"graphics-document document\" aria-label=\"\(SVGWriter.escaped(name))\">")
    writer.element("title", name)
    writer.element("desc", descriptions.summary(of: layout))
    writer.line("<style>\n\(SVGStyle.sheet)</style>")
    writeAxis()
    writeLinks()
    writeRails()
    for index in layout.rows.indices { writeRow(index) }
    writer.line("</svg>")
    text = writer.text
  }

  private func x(_ position: Int) -> Int { picture.origin + position }

  // MARK: Text

  /// Writes a string in the middle of a range of units.
  private mutating func writeText(
    _ text: String, in x: Range<Int>, baseline: Int, class name: String, isCentered: Bool = true
  ) {
    guard !text.isEmpty else { return }
    textBoxes.append(TextBox(text: text, x: x, y: (baseline - 11)..<(baseline + 4)))
    let position = isCentered ? (x.lowerBound + x.upperBound) / 2 : x.lowerBound
    writer.element("text class=\"\(name)\" x=\"\(position)\" y=\"\(baseline)\"", text)
  }

  // MARK: Axis

  private mutating func writeAxis() {
    let bottom = picture.height - 12
    for (units, nanoseconds) in layout.axis.breaks {
      let left = x(units.lowerBound) + 9
      let width = units.count - 18
      let time = layout.axis.time.text(Int64(clamping: nanoseconds))
      writer.line(
        "<g><title>\(SVGWriter.escaped(time)) without events</title>"
          + "<rect class=\"s\" x=\"\(left)\" y=\"28\" width=\"\(width)\" "
          + "height=\"\(bottom - 28)\" rx=\"6\"/></g>")
    }
    for tick in layout.ticks {
      let x = x(tick.position)
      writer.line("<path class=\"g\" d=\"M\(x).5 28V\(bottom)\"/>")
    }
    for tick in layout.ticks {
      let extent = tick.extent
      writeText(
        tick.label, in: x(extent.lowerBound)..<x(extent.upperBound), baseline: 20, class: "t")
    }
  }

  // MARK: Links

  private mutating func writeLinks() {
    guard !layout.links.isEmpty else { return }
    writer.line("<g class=\"k\" aria-hidden=\"true\">")
    for link in layout.links {
      let from = layout.rows[link.fromRow].content.marks[link.fromMark]
      let to = layout.rows[link.toRow].content.marks[link.toMark]
      let start = picture.blocks[link.fromRow].line
      let end = picture.blocks[link.toRow].line
      let color = from.color.map(String.init) ?? "n"
      writer.line(
        "<path class=\"k\(color)\" d=\"M\(x(from.center)) \(start)"
          + "L\(x(to.center)) \(end)\"/>")
    }
    writer.line("</g>")
  }

  private mutating func writeRails() {
    for rail in picture.rails {
      let x = picture.position(of: rail)
      let start = picture.blocks[rail.from].line
      let row = layout.rows[rail.to]
      let block = picture.blocks[rail.to]
      let end = row.role == .operator ? block.top + PictureLayout.boxHeight / 2 : block.line
      let edge = row.role == .operator ? picture.boxes.lowerBound : picture.origin - 14
      writer.line(
        "<path class=\"r\" d=\"M\(picture.origin - 14) \(start)H\(x + 5)"
          + "Q\(x) \(start) \(x) \(start + 5)V\(end - 5)Q\(x) \(end) \(x + 5) \(end)H\(edge)\"/>")
    }
  }

  // MARK: Rows

  private mutating func writeRow(_ index: Int) {
    let row = layout.rows[index]
    let block = picture.blocks[index]
    writer.line("<g><title>\(SVGWriter.escaped(descriptions.title(of: row)))</title>")
    writeTitle(of: row, at: block)
    writeLine(of: row, at: block.line)
    for label in row.labels where label.level > 0 && !label.isFailure {
      let top = block.labels + 2 - label.level * PictureLayout.labelHeight
      let x = x(label.position)
      writer.line("<path class=\"h\" d=\"M\(x) \(top)V\(block.line - 5)\"/>")
    }
    for label in row.labels {
      let baseline = block.labels - label.level * PictureLayout.labelHeight
      writeText(
        label.text, in: x(label.extent.lowerBound)..<x(label.extent.upperBound),
        baseline: baseline, class: label.isFailure ? "p x" : "p", isCentered: false)
    }
    for completion in layout.innerCompletions(of: row) { write(completion, at: block.line) }
    switch row.content {
    case .marks(let marks), .dots(let marks):
      for mark in marks { write(mark, at: block.line, isDot: row.content.areDots) }
    case .bars(let bars): write(bars, of: row, at: block)
    }
    for completion in row.completions where completion.isLast { write(completion, at: block.line) }
    writer.line("</g>")
  }

  private mutating func writeTitle(of row: DiagramRow, at block: PictureLayout.Block) {
    let title = TitleLayout(
      row.title, isBox: row.role == .operator, in: picture.boxes)
    if row.role == .operator {
      writer.line(
        "<rect class=\"b\" x=\"\(picture.boxes.lowerBound)\" y=\"\(block.top)\" "
          + "width=\"\(picture.boxes.count)\" height=\"\(PictureLayout.boxHeight)\" rx=\"8\"/>")
    }
    let baseline = block.top + (row.role == .operator ? 22 : 19)
    textBoxes.append(
      TextBox(text: row.title.text, x: title.extent, y: (baseline - 12)..<(baseline + 5)))
    var spans = ""
    for (text, name) in title.parts {
      spans += "<tspan class=\"\(name)\">\(SVGWriter.escaped(text))</tspan>"
    }
    let anchor = title.isCentered ? " class=\"m\"" : ""
    writer.line(
      "<text\(anchor) x=\"\(title.position)\" y=\"\(baseline)\" xml:space=\"preserve\">"
        + "\(spans)</text>")
    if let note = title.note {
      textBoxes.append(
        TextBox(text: note.text, x: note.extent, y: (baseline - 11)..<(baseline + 4)))
      writer.element(
        "text class=\"d\" text-anchor=\"end\" x=\"\(note.extent.upperBound)\" y=\"\(baseline)\"",
        note.text)
    }
  }

  private mutating func writeLine(of row: DiagramRow, at y: Int) {
    let end = row.lineEnd.map { x($0) + 5 } ?? picture.lineEnd
    let start = row.lineStart.map { x($0) - 5 } ?? (picture.origin - 14)
    if row.lineStart != nil {
      // From the edge to where it begins, thinly. A short stroke marks the beginning.
      writer.line("<path class=\"h\" d=\"M\(picture.origin - 14) \(y)H\(start)\"/>")
      writer.line("<path class=\"l\" d=\"M\(start) \(y - 9)V\(y + 9)\"/>")
    }
    writer.line("<path class=\"l\" d=\"M\(start) \(y)H\(max(start, end))\"/>")
    for (units, _) in layout.axis.breaks
    where x(units.upperBound) <= end && x(units.lowerBound) >= start {
      let center = (units.lowerBound + units.upperBound) / 2
      let isCovered = row.content.marks.contains { mark in
        mark.extent.overlaps((center - 9)..<(center + 9))
      }
      guard !isCovered else { continue }
      let middle = x(center)
      writer.line(
        "<path class=\"s\" d=\"M\(middle - 3) \(y - 3)h10l-4 6h-10z\"/><path class=\"l\" "
          + "d=\"M\(middle - 5) \(y + 6)l6 -12m4 0l-6 12\"/>")
    }
    if row.lineEnd == nil {
      writer.line("<path class=\"a\" d=\"M\(end) \(y - 5)l10 5l-10 5z\"/>")
    }
  }

  private mutating func write(_ mark: DiagramRow.Mark, at y: Int, isDot: Bool) {
    let color = mark.color.map(String.init) ?? "n"
    let name = "c\(color) w\(mark.isEnd ? isDot ? " q" : " e" : "")"
    writer.line(
      "<g role=\"graphics-symbol img\"><title>"
        + "\(SVGWriter.escaped(descriptions.text(of: mark)))</title>")
    if isDot {
      let radius = mark.events.count > 1 ? 6 : 5
      writer.line(
        "<circle class=\"\(name)\" cx=\"\(x(mark.center))\" cy=\"\(y)\" r=\"\(radius)\"/>")
    } else {
      let height = layout.metrics.leastMark
      if mark.isEnd {
        // The line behind the mark must not be visible through it.
        writer.line(shape(of: mark, class: "s", at: y, height: height))
      }
      writer.line(shape(of: mark, class: name, at: y, height: height))
      writeText(
        mark.text, in: x(mark.extent.lowerBound)..<x(mark.extent.upperBound), baseline: y + 5,
        class: "v")
    }
    writer.line("</g>")
  }

  private func shape(of mark: DiagramRow.Mark, class name: String, at y: Int, height: Int) -> String
  {
    if mark.extent.count == height {
      return "<circle class=\"\(name)\" cx=\"\(x(mark.center))\" cy=\"\(y)\" r=\"\(height / 2)\"/>"
    }
    return "<rect class=\"\(name)\" x=\"\(x(mark.extent.lowerBound))\" y=\"\(y - height / 2)\" "
      + "width=\"\(mark.extent.count)\" height=\"\(height)\" rx=\"\(height / 2)\"/>"
  }

  private mutating func write(
    _ bars: DiagramRow.Bars, of row: DiagramRow, at block: PictureLayout.Block
  ) {
    writer.line("<g class=\"o\">")
    for (index, count) in bars.counts.enumerated() where count > 0 {
      let height = max(2, (count * PictureLayout.barHeight + bars.most - 1) / bars.most)
      writer.line(
        "<rect x=\"\(x(index * bars.width))\" y=\"\(block.line - height)\" "
          + "width=\"\(bars.width - 1)\" height=\"\(height)\"><title>\(count) values</title></rect>"
      )
    }
    writer.line("</g>")
    let edge = row.labels.map(\.extent.lowerBound).min() ?? layout.metrics.room
    let summary = ChartText.line(bars.summary, limit: max(0, edge / layout.metrics.column - 2))
    let end = x(ChartText.width(summary) * layout.metrics.column)
    textBoxes.append(
      TextBox(text: summary, x: (x(0) - 14)..<end, y: (block.labels - 11)..<(block.labels + 4)))
    writer.element("text class=\"d\" x=\"\(x(0) - 14)\" y=\"\(block.labels)\"", summary)
  }

  private mutating func write(_ completion: DiagramRow.Completion, at y: Int) {
    let x = x(completion.position) + (completion.isLast ? 6 : 0)
    let title = SVGWriter.escaped(descriptions.text(of: completion))
    let half = completion.isLast ? 15 : 9
    let arm = completion.isLast ? 7 : 4
    let path =
      completion.failure == nil
      ? "<path class=\"l w\" d=\"M\(x) \(y - half)V\(y + half)\"/>"
      : "<path class=\"f\" d=\"M\(x - arm) \(y - arm)l\(2 * arm) \(2 * arm)m0 "
        + "-\(2 * arm)l-\(2 * arm) \(2 * arm)\"/>"
    writer.line("<g role=\"graphics-symbol img\"><title>\(title)</title>\(path)</g>")
  }
}

extension DiagramLayout {
  /// Returns the ends of runs, except for the last one, that are not too close to another.
  fileprivate func innerCompletions(of row: DiagramRow) -> [DiagramRow.Completion] {
    var shown: [DiagramRow.Completion] = []
    let last = row.completions.last { $0.isLast }?.position ?? .max / 2
    for completion in row.completions where !completion.isLast && completion.position + 9 < last {
      if let previous = shown.last, previous.position + 9 > completion.position { continue }
      shown.append(completion)
    }
    return shown
  }
}

extension DiagramRow.Mark {
  /// The position of its middle.
  var center: Int { (extent.lowerBound + extent.upperBound) / 2 }
}

extension DiagramRow.Content {
  fileprivate var areDots: Bool { if case .dots = self { true } else { false } }
}
