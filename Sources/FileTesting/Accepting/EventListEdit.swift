import Editing
import Marbles
import Pipelines
import Reactive
import Values

/// Changes a list of events to express another timeline. Unchanged events keep their text, and new
/// ones have the same layout as the rest.
struct EventListEdit {
  /// The maximum length of the lines that it creates.
  private static let lineLimit = 100

  private let part: SourcePart
  private let range: Range<Int>

  /// - Parameter range: The range of the list.
  init(_ source: SourceText, _ range: Range<Int>) {
    part = SourcePart(source: source, start: range.lowerBound)
    self.range = range
  }

  private var source: SourceText { part.source }

  func edits(
    from stated: StatedTimeline, to actual: Timeline<Value>, by matching: ValueMatching
  ) -> [TextEdit] {
    // Events that cannot be read are a mistake of the document, and no result was compared with
    // them.
    guard case .events(let old) = stated, let events = try? stated.events(values: []) else {
      return []
    }
    let wanted = events.timeline(facing: actual, by: matching).events
    let new = actual.events
    let style = JSONStyle(of: range, in: source)
    let places = part.ranges(of: old.indices.map { [.index($0)] }).compactMap { $0 }
    let lines = places.first.flatMap { MemberLines(of: source.text($0)) }
    let texts = new.map { event in
      style.text(event, isAnyFailure: events.acceptsAnyFailure, over: lines)
    }
    guard places.count == old.count, let first = places.first, let last = places.last,
      !new.isEmpty
    else { return [Self.whole(texts, style, at: range, in: source)] }
    let start = zip(wanted, new).prefix { $0 == $1 }.count
    let rest = min(wanted.count, new.count) - start
    let end = zip(wanted.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
    if new.count == old.count {
      return (start..<(new.count - end)).flatMap { index in
        memberEdits(of: old[index], to: new[index], at: index, style)
          ?? [TextEdit(range: places[index], text: texts[index])]
      }
    }
    let separator = separator(places, style)
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
    if !style.isCompact, breaksLimit(edit) {
      return [Self.whole(texts, style, at: range, in: source)]
    }
    return [edit]
  }

  /// Returns the edits of an event that keeps its kind. Its annotations are kept too.
  private func memberEdits(
    of old: StatedEvent, to new: Timeline<Value>.Event, at index: Int, _ style: JSONStyle
  ) -> [TextEdit]? {
    let path: DocumentPath = [.index(index)]
    var edits: [TextEdit] = []
    if old.time.nanoseconds != new.instant.nanoseconds {
      guard let range = part.range(of: path.appending("time")) else { return nil }
      edits.append(TextEdit(range: range, text: JSONStyle.seconds(new.instant.nanoseconds)))
    }
    switch (old.kind, new.kind) {
    case (.value(let wanted), .value(let got)):
      let value = ValueEdit(part, style).edits(
        from: wanted, to: got, at: path.appending("value"))
      guard let value else { return nil }
      return edits + value
    case (.finished, .finished), (.failure(nil), .failure): return edits
    case (.failure, .failure(let message)):
      guard let range = part.range(of: path.appending("error")) else { return nil }
      return edits + [TextEdit(range: range, text: style.text(.string(Text(message))))]
    default: return nil
    }
  }

  /// Returns the text between two events: the text between the first two, or the text before the
  /// only one.
  private func separator(_ places: [Range<Int>], _ style: JSONStyle) -> String {
    if places.count > 1 { return source.text(places[0].upperBound..<places[1].lowerBound) }
    let lead = source.text((range.lowerBound + 1)..<places[0].lowerBound)
    return lead.contains { $0.isNewline } ? "," + lead : "," + style.gap
  }

  /// Returns whether an edit makes the line of the list too long. Lines that are already too long
  /// may grow.
  private func breaksLimit(_ edit: TextEdit) -> Bool {
    let line = source.lineText(containing: range.lowerBound).count
    let isOneLine = !source.text(range).contains { $0.isNewline }
    return isOneLine && line <= Self.lineLimit
      && line - edit.range.count + edit.text.count > Self.lineLimit
  }

  /// Returns a new list that replaces the old one: on one line if it fits; otherwise, with one
  /// event per line.
  static func whole(
    _ texts: [String], _ style: JSONStyle, at range: Range<Int>, in source: SourceText
  ) -> TextEdit {
    let line = style.list(texts)
    if texts.isEmpty || style.isCompact
      || source.column(of: range.lowerBound) + line.count <= lineLimit
    {
      return TextEdit(range: range, text: line)
    }
    let indentation = source.lineEnd + source.indentation(at: range.lowerBound)
    let lines = texts.joined(separator: ",\(indentation)  ")
    return TextEdit(range: range, text: "[\(indentation)  \(lines)\(indentation)]")
  }
}
