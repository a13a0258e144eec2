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

  /// How many instructions the pattern is.
  var size: Int { program.instructions.count }

  /// Whether the pattern matches anywhere in the text.
  func matches(_ text: Text) -> Bool {
    // This many steps take longer than anyone waits.
    var steps = Int.max
    return matches(text, stepsLeft: &steps) ?? false
  }

  /// Whether the pattern matches anywhere in the text; takes the steps of following it off those
  /// that are left, and gives nil if these are too few.
  func matches(_ text: Text, stepsLeft: inout Int) -> Bool? {
    switch automaton.run(text.utf8) {
    case .decided(let isMatch): return isMatch
    case .left(let state, let position):
      var search = PatternSearch(program, from: state, stopsAtAnyMatch: true, steps: stepsLeft)
      let isMatch = search.run(text.utf8, from: position) != nil
      stepsLeft = search.stepsLeft
      return isMatch || stepsLeft >= 0 ? isMatch : nil
    }
  }

  /// Where the first match stands, in bytes of UTF-8: the one that starts first, and of those the
  /// one that the pattern prefers, as `a+?` prefers few.
  func firstMatch(in text: Text) -> Range<Int>? {
    var search = PatternSearch(program, from: .start, stopsAtAnyMatch: false)
    return search.run(text.utf8, from: 0)
  }
}
