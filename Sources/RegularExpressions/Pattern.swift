package import Values

/// A regular expression in the syntax of RE2, compiled for searching.
///
/// A search takes time proportional to the length of the text, at most multiplied by the size of
/// the pattern, because there is no backtracking. Characters are code points.
package struct Pattern: Sendable {
  let program: PatternProgram
  private let automaton: PatternAutomaton

  package init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    program = PatternProgram(tree, root: root)
    automaton = PatternAutomaton(program)
  }

  /// The number of instructions of the pattern.
  package var size: Int { program.instructions.count }

  /// Returns whether the pattern certainly matches nowhere in the text.
  func excludes(_ text: Text) -> Bool {
    if case .decided(false) = automaton.run(text.utf8) { true } else { false }
  }

  /// Returns whether the pattern matches anywhere in the text. Subtracts the steps of the search
  /// from the remaining steps, and returns nil if there are too few.
  package func matches(_ text: Text, stepsLeft: inout Int) -> Bool? {
    switch automaton.run(text.utf8) {
    case .decided(let isMatch): return isMatch
    case .left(let state, let position):
      var search = PatternSearch(program, from: state, stopsAtAnyMatch: true, steps: stepsLeft)
      let isMatch = unsafe text.utf8.withUnsafeBufferPointer {
        unsafe search.run($0, from: position) != nil
      }
      stepsLeft = search.stepsLeft
      return isMatch || stepsLeft >= 0 ? isMatch : nil
    }
  }
}
