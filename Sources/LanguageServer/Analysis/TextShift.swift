import Values

/// The change from an earlier version of a document to the current one, as a single replacement.
struct TextShift {
  /// The part of the earlier text that has changed.
  private let replaced: Range<Int>
  /// The number of bytes by which the text after that part has moved.
  private let distance: Int

  init(from earlier: SourceText, to present: SourceText) {
    let (old, new) = (earlier.bytes, present.bytes)
    let limit = min(old.count, new.count)
    var beginning = 0
    while beginning < limit, old[old.startIndex + beginning] == new[new.startIndex + beginning] {
      beginning += 1
    }
    var end = 0
    while end < limit - beginning, old[old.endIndex - 1 - end] == new[new.endIndex - 1 - end] {
      end += 1
    }
    replaced = beginning..<old.count - end
    distance = new.count - old.count
  }

  /// The place in the current text of a range of the earlier one; nil if the change touches it.
  func present(_ range: Range<Int>) -> Range<Int>? {
    if isUnchanged || range.upperBound <= replaced.lowerBound { return range }
    guard range.lowerBound >= replaced.upperBound else { return nil }
    return range.lowerBound + distance..<range.upperBound + distance
  }

  /// The place in the earlier text of a range of the current one; nil if the change touches it.
  func earlier(_ range: Range<Int>) -> Range<Int>? {
    if isUnchanged || range.upperBound <= replaced.lowerBound { return range }
    guard range.lowerBound >= replaced.upperBound + distance else { return nil }
    return range.lowerBound - distance..<range.upperBound - distance
  }

  private var isUnchanged: Bool { replaced.isEmpty && distance == 0 }
}
