import Values

/// Lays out additions to a document in the same way as their neighbours.
struct FragmentLayout {
  private let syntax: JSONSyntax
  private var source: SourceText { syntax.source }
  /// Whether the document has no blanks between its parts.
  private let isCompact: Bool

  init(of syntax: JSONSyntax) {
    self.syntax = syntax
    let member = syntax.nodes.first { $0.key != nil }
    isCompact =
      member.map { node in
        (node.key?.upperBound ?? 0) + 1 == node.range.lowerBound
      } ?? false
  }

  static func quoted(_ key: String) -> String {
    String(decoding: JSONWriter.text(of: .string(Text(key))), as: UTF8.self)
  }

  /// Returns the text of a value that begins at an offset of the document.
  func text(_ value: SourceText, at offset: Int) -> String {
    text(value, margin: source.indentation(at: offset), column: source.column(of: offset))
  }

  /// Returns an edit that adds an element before another.
  func insertion(of value: SourceText, before node: Int) -> TextEdit {
    let start = syntax.start(of: node)
    let parent = syntax.nodes[node].parent ?? 0
    let children = Array(syntax.children(of: parent).prefix(2))
    let gap =
      node == children.first
      ? gap(behind: node, isFirst: true, next: children.dropFirst().first) : blanks(before: start)
    return TextEdit(range: start..<start, text: text(value, at: start) + "," + gap)
  }

  /// Returns an edit that adds a member or an element after the last one of a container.
  func insertion(
    of value: SourceText, _ key: String?, behind last: Int, first isFirst: Bool
  ) -> TextEdit {
    let gap = gap(behind: last, isFirst: isFirst, next: nil)
    let end = syntax.nodes[last].range.upperBound
    var lead = gap
    if let key { lead += Self.quoted(key) + (isCompact ? ":" : ": ") }
    let isOnLine = gap.contains { $0.isNewline }
    let margin =
      isOnLine ? String(gap.drop { $0.isNewline }) : source.indentation(at: end)
    let column = (isOnLine ? 0 : source.column(of: end) + 1) + lead.drop { $0.isNewline }.count
    return TextEdit(
      range: end..<end, text: "," + lead + text(value, margin: margin, column: column))
  }

  /// Returns an edit that adds the first member or element of a container.
  func filling(of container: Int, with value: SourceText, _ key: String?) -> TextEdit {
    let text = String(decoding: value.bytes, as: UTF8.self)
    let fragment = key.map { "{\(Self.quoted($0)): \(text)}" } ?? "[\(text)]"
    let range = syntax.nodes[container].range
    return TextEdit(
      range: range, text: self.text(SourceText(name: value.name, fragment), at: range.lowerBound))
  }

  /// Returns the blank space between a value and one that is added after it. It is the same as the
  /// space before the value, as far as that reveals the layout.
  private func gap(behind node: Int, isFirst: Bool, next: Int?) -> String {
    let before = blanks(before: syntax.start(of: node))
    if let end = before.lastIndex(where: \.isNewline) {
      // Blank lines are not repeated.
      return source.lineEnd + before[before.index(after: end)...]
    }
    if let next { return blanks(before: syntax.start(of: next)) }
    return isFirst ? (isCompact ? "" : " ") : before
  }

  private func blanks(before offset: Int) -> String {
    let count = source.bytes[..<offset].reversed().prefix { $0.isBlank }.count
    return source.text(offset - count..<offset)
  }

  /// Returns the text of a value on a line that begins with `margin`, starting at a column.
  private func text(_ value: SourceText, margin: String, column: Int) -> String {
    var text = ""
    JSONLayout.layOut(value, from: column - margin.count, indentedBy: margin.count) { gap, token in
      if !isCompact {
        switch gap {
        case .blanks(let count): text += String(repeating: " ", count: Int(count))
        case .line(let count):
          text += source.lineEnd + margin + String(repeating: " ", count: Int(count))
        }
      }
      text += value.text(token)
      return true
    }
    return text
  }
}
