import Editing
import Pipelines
import Values

/// Adds expectations to a case that inherits them from its test.
struct NewMembers {
  private let source: SourceText
  /// The range of the case.
  private let range: Range<Int>
  private let style: JSONStyle

  init(_ source: SourceText, _ range: Range<Int>) {
    self.source = source
    self.range = range
    style = JSONStyle(of: range, in: source)
  }

  /// Returns the edits that add the texts of expectations.
  func edits(adding expectations: [(output: String?, text: String)]) -> [TextEdit] {
    var members = expectations.filter { $0.output == nil }.map { (key: "expect", value: $0.text) }
    let outputs = expectations.compactMap { expectation in
      expectation.output.map { (key: $0, value: expectation.text) }
    }
    var edits: [TextEdit] = []
    if !outputs.isEmpty {
      let part = SourcePart(source: source, start: range.lowerBound)
      if let known = part.range(of: ["outputs"]) {
        edits.append(insertion(of: outputs, into: known))
      } else {
        members.append(("outputs", style.object(outputs)))
      }
    }
    return members.isEmpty ? edits : edits + [insertion(of: members, into: range)]
  }

  /// Returns an edit that adds members after the last one of an object, in the same layout.
  private func insertion(
    of members: [(key: String, value: String)], into object: Range<Int>
  ) -> TextEdit {
    let inside = source.bytes[(object.lowerBound + 1)..<(object.upperBound - 1)]
    let end = (inside.lastIndex { !Self.blanks.contains($0) } ?? object.lowerBound) + 1
    let isEmpty = end == object.lowerBound + 1
    let isOverLines = source.bytes[end..<object.upperBound].contains(UInt8(ascii: "\n"))
    let gap =
      isEmpty
      ? "" : isOverLines ? source.lineEnd + source.indentation(at: end - 1) : style.gap
    let texts = members.map { "\(style.text(.string(Text($0.key)))):\(style.gap)\($0.value)" }
    let text = (isEmpty ? "" : ",\(gap)") + texts.joined(separator: ",\(gap)")
    return TextEdit(range: end..<end, text: text)
  }

  private static let blanks = Set(" \t\r\n".utf8)
}
