import Editing
import Marbles
import Pipelines
import Values

/// Changes a diagram with its values to express another timeline, and leaves everything alone that
/// is still correct.
struct DiagramEdit {
  private let part: SourcePart
  private let style: JSONStyle
  private let marbles: MarbleSource
  private let values: [Member]
  private let inputFrame: Duration?

  /// - Parameters:
  ///   - range: The range of the object.
  ///   - values: The meanings of symbols, in addition to those of the diagram.
  ///   - inputFrame: The frame to use if the diagram states none that fits; nil for any.
  init(
    _ source: SourceText, _ range: Range<Int>, _ marbles: MarbleSource, _ values: [Member],
    inputFrame: Duration?
  ) {
    self.inputFrame = inputFrame
    part = SourcePart(source: source, start: range.lowerBound)
    style = JSONStyle(of: range, in: source)
    self.marbles = marbles
    self.values = values
  }

  /// Returns the edits; nil if no diagram can express the timeline.
  func edits(to actual: Timeline<Value>) -> [TextEdit]? {
    let table = RenewedSymbols(of: marbles, values, for: actual)
    let symbols = table.members + values
    // A frame that does not fit throws. Then any frame will do, and the result is nil if none can
    // express the timeline.
    let kept = [marbles.frame?.duration, inputFrame ?? .seconds(1)].lazy.compactMap { $0 }
      .compactMap { try? MarbleText(actual, frame: $0, values: symbols) }.first
    guard let text = kept ?? (try? MarbleText(actual, frame: nil, values: symbols)) else {
      return nil
    }
    let frame = (marbles.frame ?? 1).duration
    let keys: [Text] = ["marbles", "values", "frame", "error"]
    let ranges = part.ranges(of: keys.map { [.key($0)] })
    guard let range = ranges[0] else { return nil }
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
      if let edit = tableEdit(adding: text.added) {
        edits.append(edit)
      } else {
        set(1, style.table(text.added))
      }
    }
    if text.frame != frame { set(2, text.frameText) }
    if let error = text.error, error != marbles.error, !acceptsAnyFailure {
      set(3, style.text(.string(Text(error))))
    }
    edits[0].text += members(added, behind: ["marbles"])
    return renewal(of: table).map { edits + $0 }
  }

  /// Returns the edits for symbols of the table with new values.
  private func renewal(of table: RenewedSymbols) -> [TextEdit]? {
    var edits: [TextEdit] = []
    for index in table.renewed {
      let (old, new) = (marbles.values[index], table.members[index])
      let path: DocumentPath = ["values", .key(old.key)]
      let edit = ValueEdit(part, style).edits(from: old.value, to: new.value, at: path)
      guard let edit else { return nil }
      edits += edit
    }
    return edits
  }

  /// Whether the diagram specifies a failure without a message.
  private var acceptsAnyFailure: Bool {
    // A diagram that cannot be parsed does not state anything. Its mistake was reported when the
    // document was read.
    guard marbles.error == nil,
      let diagram = try? MarbleDiagram(marbles.text, frame: (marbles.frame ?? 1).duration)
    else { return false }
    return diagram.events.last?.kind == .failure
  }

  /// Returns an edit that appends symbols to the existing table; nil if the table is empty or
  /// missing.
  private func tableEdit(adding added: [Member]) -> TextEdit? {
    guard let last = marbles.values.last else { return nil }
    let path: DocumentPath = ["values", .key(last.key)]
    guard let end = part.range(of: path)?.upperBound else { return nil }
    let texts = added.map { (key: $0.key.string, value: style.text($0.value)) }
    return TextEdit(range: end..<end, text: members(texts, behind: path))
  }

  /// Returns the text of members after another one, in the same layout.
  private func members(
    _ members: [(key: String, value: String)], behind path: DocumentPath
  ) -> String {
    guard let key = part.keyOffset(of: path) else { return "" }
    let source = part.source
    let gap =
      source.beginsLine(key) ? source.lineEnd + source.indentation(at: key) : style.gap
    return members.map { member in
      ",\(gap)\(style.text(.string(Text(member.key)))):\(style.gap)\(member.value)"
    }.joined()
  }
}
