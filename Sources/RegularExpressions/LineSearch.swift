/// A search in one line after another, with its memory.
package struct LineSearch: Sendable {
  package enum Outcome: Sendable {
    case match, noMatch
    /// The search has taken too many steps.
    case tooLong
  }

  /// The numbers of the named groups.
  private let groups: [Int]
  private var search: PathSearch
  private var match: PatternMatch?

  package init(_ matcher: LineMatcher) {
    groups = matcher.groups
    search = PathSearch(matcher.program, steps: PatternLimits.steps)
  }

  /// Finds the leftmost match in a line, which must be valid UTF-8.
  package mutating func run(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
    search.stepsLeft = PatternLimits.steps
    match = unsafe search.firstMatch(in: line)
    return match != nil ? .match : search.stepsLeft < 0 ? .tooLong : .noMatch
  }

  /// Returns what a named group, by its index, matched in the line of the last match; nil if the
  /// group took no part in it.
  package func range(ofName index: Int) -> Range<Int>? { match?.range(ofGroup: groups[index]) }
}
