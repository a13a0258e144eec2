package import Values

/// A regular expression in the syntax of RE2 for the lines of a string. It finds the leftmost match
/// in a line, and what the named groups match there.
///
/// As with `Pattern`, a search takes time proportional to the length of the line, at most
/// multiplied by the size of the pattern. If several matches begin at that position, it finds the
/// first one in the order in which backtracking tries them.
package struct LineMatcher: Hashable, Sendable {
  /// The limit on groups, because a search records the places of all of them.
  package static let groupLimit = 100

  package let text: String
  /// The names of the groups that have one, in the order of their opening parentheses.
  package let names: [Text]
  /// The number of the group of each name.
  let groups: [Int]
  let program: SharedProgram
  private let pattern: Pattern

  package init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    guard tree.groupCount <= Self.groupLimit else {
      throw PatternError(
        "found \(tree.groupCount) groups, expected at most \(Self.groupLimit); write '(?:' for "
          + "a group that is not needed", range: 0..<text.unicodeScalars.count)
    }
    self.text = text
    names = tree.groupNames.map { Text($0.name) }
    groups = tree.groupNames.map(\.number)
    program = SharedProgram(PatternProgram(tree, root: root, markedGroups: tree.groupCount))
    pattern = try Pattern(text)
  }

  /// Returns whether the pattern matches anywhere in a string of valid UTF-8; nil if that takes too
  /// long.
  package func matches(_ text: Text) -> Bool? {
    var stepsLeft = PatternLimits.steps
    return pattern.matches(text, stepsLeft: &stepsLeft)
  }

  package static func == (one: LineMatcher, other: LineMatcher) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
