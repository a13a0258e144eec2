import Marbles

/// The words for a stage, in its box or above its line, and their positions.
struct TitleLayout {
  /// The texts, and their classes in the style sheet.
  private(set) var parts: [(text: String, name: String)] = []
  /// The part of the picture that the texts take up.
  private(set) var extent: Range<Int>
  private(set) var note: (text: String, extent: Range<Int>)?
  let isCentered: Bool

  private static let column = 8
  private static let space = 16

  /// The position of the text: its middle, or its left edge.
  var position: Int { isCentered ? (extent.lowerBound + extent.upperBound) / 2 : extent.lowerBound }

  init(_ title: DiagramRow.Title, isBox: Bool, in box: Range<Int>) {
    let inner = isBox ? (box.lowerBound + Self.space)..<(box.upperBound - Self.space) : box
    var columns = inner.count / Self.column
    let free = columns - ChartText.width(title.text) - 4
    let note = ChartText.line(title.note, limit: max(columns / 3, free))
    if !note.isEmpty {
      let width = ChartText.width(note) * Self.column
      self.note = (note, (inner.upperBound - width)..<inner.upperBound)
      columns -= ChartText.width(note) + 2
    }
    let definition = title.definition.map { "\($0) › " } ?? ""
    for (text, name) in [(definition, "d"), (title.name, "n"), (title.parameters, "p")]
    where !text.isEmpty && columns > 1 {
      let line = ChartText.line(name == "p" ? "\u{A0}\u{A0}\(text)" : text, limit: columns - 1)
      parts.append((line, name))
      columns -= ChartText.width(line)
    }
    let width = parts.reduce(0) { $0 + ChartText.width($1.text) } * Self.column
    // The text is in the middle of the box, unless the note is there.
    let middle = (inner.lowerBound + inner.upperBound) / 2
    let start = middle - width / 2
    let end = self.note?.extent.lowerBound ?? inner.upperBound
    isCentered = isBox && start + width + Self.space <= end
    extent =
      isCentered ? start..<(start + width) : inner.lowerBound..<(inner.lowerBound + width)
  }
}
