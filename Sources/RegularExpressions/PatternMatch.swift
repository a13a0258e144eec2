/// A match in a string, in bytes.
package struct PatternMatch: Sendable {
  package var range: Range<Int>
  /// The start and the end of each group whose places are recorded; -1 for one that was not reached.
  var marks: [Int]

  /// Returns the range of the match (number 0) or of a group; nil if the group took no part in the
  /// match.
  package func range(ofGroup number: Int) -> Range<Int>? {
    if number == 0 { return range }
    guard 2 * number <= marks.count else { return nil }
    let (start, end) = (marks[2 * number - 2], marks[2 * number - 1])
    return start < 0 || end < start ? nil : start..<end
  }
}
