import Values

/// A regular expression in the syntax of RE2, ready to search with.
///
/// A search takes time in proportion to the text, at most times the size of the pattern: nothing is
/// ever tried again. Characters are code points.
struct Pattern: Sendable {
  let text: String
  private let program: PatternProgram
  private let automaton: PatternAutomaton

  init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    self.text = text
    program = PatternProgram(tree, root: root)
    automaton = PatternAutomaton(program)
  }

  /// Whether the pattern matches anywhere in the text.
  func matches(_ text: Text) -> Bool {
    switch automaton.run(text.utf8) {
    case .decided(let isMatch): return isMatch
    case .left(let state, let position):
      var search = PatternSearch(program, from: state, stopsAtAnyMatch: true)
      return search.run(text.utf8, from: position) != nil
    }
  }

  /// Where the first match stands, in bytes of UTF-8: the one that starts first, and of those the
  /// one that the pattern prefers, as `a+?` prefers few.
  func firstMatch(in text: Text) -> Range<Int>? {
    var search = PatternSearch(program, from: .start, stopsAtAnyMatch: false)
    return search.run(text.utf8, from: 0)
  }
}
