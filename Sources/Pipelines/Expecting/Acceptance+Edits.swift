import Marbles
import Reactive
import Values

extension StreamDocument {
  /// The edits that make a check expect what came, in the form that its expectation has: marbles stay
  /// marbles as far as they can say it.
  func edits(for check: StreamCheck, accepting actual: Timeline<Value>) -> [TextEdit] {
    guard let (stated, values) = expectation(of: check),
      let range = source.ranges(of: [check.path])[0]
    else { return [] }
    switch stated {
    case .events:
      return EventListEdit(source, check.path, range).edits(from: stated, to: actual)
    case .marbles:
      let edit = marbleEdit(of: range, values: values, to: actual)
      return [edit ?? eventEdit(of: range, to: actual)]
    case .diagram(let marbles, _):
      let edits = DiagramEdit(source, check.path, marbles, values).edits(to: actual)
      return edits ?? [eventEdit(of: range, to: actual)]
    }
  }

  /// A marble string in place of another; an object, if more has to be said.
  private func marbleEdit(
    of range: Range<Int>, values: [Member], to actual: Timeline<Value>
  ) -> TextEdit? {
    // In this form a failure stands for any.
    let plain = try? MarbleText(actual, frame: .seconds(1), values: values)
    if let plain, plain.values.isEmpty {
      return TextEdit(range: range, text: JSONStyle.spaced.text(.string(Text(plain.text))))
    }
    guard let marbles = plain ?? (try? MarbleText(actual, frame: nil, values: values)) else {
      return nil
    }
    let style = JSONStyle(of: range, in: source)
    return TextEdit(range: range, text: style.object(marbles.members(style)))
  }

  /// What no marbles can say, as events.
  private func eventEdit(of range: Range<Int>, to actual: Timeline<Value>) -> TextEdit {
    let style = JSONStyle(of: range, in: source)
    let texts = actual.events.map { style.text($0, isAnyFailure: false) }
    return EventListEdit.whole(texts, style, at: range, in: source)
  }
}

extension MarbleText<Value> {
  /// The members of the object that says it all.
  fileprivate func members(_ style: JSONStyle) -> [(key: String, value: String)] {
    var members = [(key: "marbles", value: style.text(.string(Text(text))))]
    if !values.isEmpty { members.append(("values", style.table(added))) }
    if frame != .seconds(1) { members.append(("frame", frameText)) }
    if let error { members.append(("error", style.text(.string(Text(error))))) }
    return members
  }

  /// The signs that were given out.
  fileprivate var added: [Member] {
    values.map { Member(key: Text($0.symbol), value: $0.value) }
  }

  fileprivate var frameText: String {
    JSONStyle.seconds(Instant.zero.advanced(by: frame).nanoseconds)
  }
}

/// Makes a diagram with its values say something else, and leaves alone what still holds.
struct DiagramEdit {
  private let source: SourceText
  private let path: DocumentPath
  private let marbles: MarbleSource
  private let values: [Member]

  /// - Parameter values: What signs stand for beside those of the diagram.
  init(_ source: SourceText, _ path: DocumentPath, _ marbles: MarbleSource, _ values: [Member]) {
    self.source = source
    self.path = path
    self.marbles = marbles
    self.values = values
  }

  /// Nil if no diagram can say it.
  func edits(to actual: Timeline<Value>) -> [TextEdit]? {
    let signs = marbles.values + values
    let frame = (marbles.frame ?? 1).duration
    let kept = try? MarbleText(actual, frame: frame, values: signs)
    guard let text = kept ?? (try? MarbleText(actual, frame: nil, values: signs)) else {
      return nil
    }
    let keys: [Text] = ["marbles", "values", "frame", "error"]
    let ranges = source.ranges(of: keys.map { path.appending($0) })
    guard let range = ranges[0] else { return nil }
    let style = JSONStyle(of: source.ranges(of: [path])[0] ?? range, in: source)
    var edits = [TextEdit(range: range, text: style.text(.string(Text(text.text))))]
    var added: [(key: String, value: String)] = []
    func set(_ index: Int, _ value: String) {
      if let range = ranges[index] {
        edits.append(TextEdit(range: range, text: value))
      } else {
        added.append((keys[index].string, value))
      }
    }
    if !text.values.isEmpty {
      if let edit = tableEdit(adding: text.added, style) {
        edits.append(edit)
      } else {
        set(1, style.table(text.added))
      }
    }
    if text.frame != frame { set(2, text.frameText) }
    if let error = text.error, error != marbles.error, !acceptsAnyFailure {
      set(3, style.text(.string(Text(error))))
    }
    edits[0].text += members(added, behind: path.appending("marbles"), style)
    return edits
  }

  /// Whether the diagram says that it fails, and not how.
  private var acceptsAnyFailure: Bool {
    guard marbles.error == nil,
      let diagram = try? MarbleDiagram(marbles.text, frame: (marbles.frame ?? 1).duration)
    else { return false }
    return diagram.events.last?.kind == .failure
  }

  /// More signs at the end of the table that is there; nil if that has none yet.
  private func tableEdit(adding added: [Member], _ style: JSONStyle) -> TextEdit? {
    guard let last = marbles.values.last else { return nil }
    let path = path + ["values", .key(last.key)]
    guard let end = source.ranges(of: [path])[0]?.upperBound else { return nil }
    let texts = added.map { (key: $0.key.string, value: style.text($0.value)) }
    return TextEdit(range: end..<end, text: members(texts, behind: path, style))
  }

  /// Members to stand behind another one, laid out as that is.
  private func members(
    _ members: [(key: String, value: String)], behind path: DocumentPath, _ style: JSONStyle
  ) -> String {
    guard let key = source.keyOffsets(of: [path])[0] else { return "" }
    let gap =
      source.beginsLine(key) ? source.lineEnd + source.indentation(at: key) : style.gap
    return members.map { member in
      ",\(gap)\(style.text(.string(Text(member.key)))):\(style.gap)\(member.value)"
    }.joined()
  }
}
