import Marbles
import Values

/// Makes a list of events say something else: what stays keeps its text, and what is new is laid out
/// as the rest.
struct EventListEdit {
  /// Longer lines are not made.
  private static let lineLimit = 100

  private let source: SourceText
  private let path: DocumentPath
  private let range: Range<Int>

  init(_ source: SourceText, _ path: DocumentPath, _ range: Range<Int>) {
    self.source = source
    self.path = path
    self.range = range
  }

  func edits(from stated: StatedTimeline, to actual: Timeline<Value>) -> [TextEdit] {
    guard case .events(let old) = stated, let events = try? stated.events(values: []) else {
      return []
    }
    let wanted = events.timeline(facing: actual).events
    let new = actual.events
    let style = JSONStyle(of: source.text(range))
    let texts = new.map { style.text($0, isAnyFailure: events.acceptsAnyFailure) }
    let places = source.ranges(of: old.indices.map { path.appending($0) }).compactMap { $0 }
    guard places.count == old.count, let first = places.first, let last = places.last,
      !new.isEmpty
    else { return [Self.whole(texts, at: range, in: source)] }
    let start = zip(wanted, new).prefix { $0 == $1 }.count
    let rest = min(wanted.count, new.count) - start
    let end = zip(wanted.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
    let separator = separator(places)
    let middle = Array(texts[start..<(new.count - end)])
    let edit: TextEdit
    switch (start > 0, end > 0) {
    case (true, true) where middle.isEmpty:
      edit = TextEdit(
        range: places[start - 1].upperBound..<places[old.count - end].lowerBound, text: separator)
    case (true, true):
      edit = TextEdit(
        range: places[start - 1].upperBound..<places[old.count - end].lowerBound,
        text: separator + middle.joined(separator: separator) + separator)
    case (true, false):
      edit = TextEdit(
        range: places[start - 1].upperBound..<last.upperBound,
        text: middle.map { separator + $0 }.joined())
    case (false, true):
      edit = TextEdit(
        range: first.lowerBound..<places[old.count - end].lowerBound,
        text: middle.map { $0 + separator }.joined())
    case (false, false):
      edit = TextEdit(
        range: first.lowerBound..<last.upperBound, text: middle.joined(separator: separator))
    }
    let isOneLine = !source.text(range).contains { $0.isNewline }
    if isOneLine, new.count > old.count, lineLength(after: edit) > Self.lineLimit {
      return [Self.whole(texts, at: range, in: source)]
    }
    return [edit]
  }

  /// What stands between two events: as between the first two, or as before the only one.
  private func separator(_ places: [Range<Int>]) -> String {
    if places.count > 1 { return source.text(places[0].upperBound..<places[1].lowerBound) }
    let lead = source.text((range.lowerBound + 1)..<places[0].lowerBound)
    return lead.contains { $0.isNewline } ? "," + lead : ", "
  }

  /// How long the line becomes on which the list stands.
  private func lineLength(after edit: TextEdit) -> Int {
    let line = source.lineText(containing: range.lowerBound)
    return line.count - edit.range.count + edit.text.count
  }

  /// A list in place of what stands there: on one line if it fits, else one event a line.
  static func whole(_ texts: [String], at range: Range<Int>, in source: SourceText) -> TextEdit {
    if texts.isEmpty { return TextEdit(range: range, text: "[]") }
    let line = "[ \(texts.joined(separator: ", ")) ]"
    if source.column(of: range.lowerBound) + line.count <= lineLimit {
      return TextEdit(range: range, text: line)
    }
    let indentation = source.lineEnd + source.indentation(at: range.lowerBound)
    let lines = texts.joined(separator: ",\(indentation)  ")
    return TextEdit(range: range, text: "[\(indentation)  \(lines)\(indentation)]")
  }
}
