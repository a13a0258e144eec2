import Values

/// A regular expression compiled to find both its matches and the matches of its groups.
///
/// As with `Pattern`, a search takes time proportional to the length of the text, at most
/// multiplied by the size of the pattern. It finds the leftmost match. If there are several at that
/// position, it finds the one that a search with backtracking would find first.
struct CapturingPattern: Sendable {
  let text: String
  /// The number of groups. Only the first nine can be read.
  let groupCount: Int
  private let program: PatternProgram
  /// The same pattern without groups, which is faster where nothing matches.
  private let plain: Pattern

  /// The number of groups that a replacement can refer to.
  static let readableGroups = 9

  init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    self.text = text
    groupCount = tree.groupCount
    plain = try Pattern(text)
    program = PatternProgram(tree, root: root, markedGroups: Self.readableGroups)
  }

  /// The number of instructions of the pattern.
  var size: Int { program.instructions.count }

  /// Calls a closure with each match from left to right, until it returns false. An empty match
  /// immediately after another match is left out.
  func forEachMatch(
    in text: Text, _ frame: inout Frame,
    _ body: (PatternMatch, inout Frame) throws(EvaluationFailure) -> Bool
  ) throws(EvaluationFailure) {
    if plain.excludes(text) { return }
    let bytes = text.utf8
    var (position, end) = (0, -1)
    var search = PathSearch(program, steps: 0)
    while position <= bytes.count {
      try frame.spend(1)
      search.stepsLeft = frame.searchStepsLeft
      let match = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe search.firstMatch(in: bytes, from: position)
      }
      try frame.spend(searchSteps: frame.searchStepsLeft - search.stepsLeft)
      guard let match else { return }
      let isRepeated = match.range.isEmpty && match.range.lowerBound == end
      if !isRepeated, try !body(match, &frame) { return }
      end = match.range.upperBound
      position = match.range.isEmpty ? text.end(ofCodePointAt: end) : end
    }
  }
}

extension Frame {
  /// The number of instructions that searches may still follow. One step of an evaluation is worth
  /// many of them, because they are short.
  fileprivate var searchStepsLeft: Int {
    (ExpressionLimits.steps - steps) * Pattern.searchStepsPerStep
  }

  fileprivate mutating func spend(searchSteps count: Int) throws(EvaluationFailure) {
    try spend((count + Pattern.searchStepsPerStep - 1) / Pattern.searchStepsPerStep)
  }
}
