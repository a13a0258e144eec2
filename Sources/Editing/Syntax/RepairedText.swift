package import Values

/// A damaged JSON text, repaired so that it can be read and checked.
package struct RepairedText: Sendable {
  /// The repaired text; the text itself if nothing was wrong with it.
  package let source: SourceText
  /// The changes, in the order of the text. They do not overlap.
  private let repairs: [TextEdit]
  /// For each repair, its place in the repaired text.
  private let starts: [Int]

  /// The maximum number of values that are dropped because they cannot be read.
  private static let attempts = 16

  package init(_ syntax: JSONSyntax) {
    var repairs = syntax.repairs
    var text = Self.text(of: syntax.source, repairs)
    // Some mistakes are found only by reading, such as a number beyond all bounds.
    for _ in 0..<Self.attempts {
      guard let mistake = Self.mistake(in: text) else { break }
      let place = Self.original(of: mistake, repairs, Self.starts(of: repairs))
      let node = syntax.nodes[syntax.node(containing: place)]
      // A number may be beyond all bounds. Everything else that is not JSON has been repaired.
      guard node.kind == .number, !repairs.contains(where: { $0.range == node.range }) else {
        break
      }
      repairs.append(TextEdit(range: node.range, text: "null"))
      repairs = repairs.inTextOrder
      text = Self.text(of: syntax.source, repairs)
    }
    self.repairs = repairs
    starts = Self.starts(of: repairs)
    source = text
  }

  private static func text(of source: SourceText, _ repairs: [TextEdit]) -> SourceText {
    repairs.isEmpty ? source : SourceText(name: source.name, bytes: repairs.applied(to: source))
  }

  /// Returns the offset at which a source stops being JSON; nil if it is JSON.
  private static func mistake(in source: SourceText) -> Int? {
    do throws(ReadError) {
      _ = try JSONReader.value(of: source)
      return nil
    } catch {
      return error.offset
    }
  }

  private static func starts(of repairs: [TextEdit]) -> [Int] {
    var shift = 0
    return repairs.map { repair in
      defer { shift += repair.text.utf8.count - repair.range.count }
      return repair.range.lowerBound + shift
    }
  }

  /// The offset in the damaged text of an offset of the repaired one.
  package func originalOffset(of offset: Int) -> Int {
    Self.original(of: offset, repairs, starts)
  }

  private static func original(of offset: Int, _ repairs: [TextEdit], _ starts: [Int]) -> Int {
    let count = Self.count(of: starts.indices) { starts[$0] <= offset }
    guard count > 0 else { return offset }
    let index = count - 1
    let repair = repairs[index]
    let end = starts[index] + repair.text.utf8.count
    return offset < end ? repair.range.lowerBound : repair.range.upperBound + offset - end
  }

  /// Returns the number of repairs at the beginning that meet a condition, provided that none after
  /// them meets it. A document may have many repairs, and many tests whose places are looked up.
  private static func count(of repairs: Range<Int>, where isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, repairs.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether an offset of the damaged text is inside a repair, or at its beginning or end.
  package func isRepaired(at offset: Int) -> Bool {
    repairs.contains { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  package var isUnchanged: Bool { repairs.isEmpty }
}
