import Editing
import Pipelines
import Values

/// Changes a value of a file to another one. Equal parts keep their text.
struct ValueEdit {
  /// The depth of the comparison. Deeper values are replaced as a whole.
  private static let depth = 32

  private let part: SourcePart
  private let style: JSONStyle

  init(_ part: SourcePart, _ style: JSONStyle) {
    self.part = part
    self.style = style
  }

  /// Returns the edits; nil if the value is not found.
  func edits(from old: Value, to new: Value, at path: DocumentPath) -> [TextEdit]? {
    var replaced: [(path: DocumentPath, value: Value)] = []
    compare(old, new, at: path, depth: 0, into: &replaced)
    let ranges = part.ranges(of: replaced.map(\.path)).compactMap { $0 }
    guard ranges.count == replaced.count else { return nil }
    return zip(ranges, replaced).map { TextEdit(range: $0, text: style.text($1.value)) }
  }

  private func compare(
    _ old: Value, _ new: Value, at path: DocumentPath, depth: Int,
    into replaced: inout [(path: DocumentPath, value: Value)]
  ) {
    if old == new { return }
    switch (old, new) {
    case (.object(let left), .object(let right))
    where depth < Self.depth && left.keys == right.keys:
      for (member, other) in zip(left.members, right.members) {
        compare(
          member.value, other.value, at: path.appending(member.key), depth: depth + 1,
          into: &replaced)
      }
    case (.array(let left), .array(let right))
    where depth < Self.depth && left.count == right.count:
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, pair.1, at: path.appending(index), depth: depth + 1, into: &replaced)
      }
    default: replaced.append((path, new))
    }
  }
}
