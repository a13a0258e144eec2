import Values

extension Pattern {
  /// Returns whether the pattern matches anywhere in a string, and counts the steps of the search.
  func matches(_ text: Text, _ frame: inout Frame) throws(EvaluationFailure) -> Bool {
    try frame.spend(on: text)
    // One step of an evaluation is worth many steps of a search, which are short.
    let available = (ExpressionLimits.steps - frame.steps) * Self.searchStepsPerStep
    var left = available
    let isMatch = matches(text, stepsLeft: &left)
    try frame.spend((available - left) / Self.searchStepsPerStep)
    guard let isMatch else { throw .limit(name: "steps", ExpressionLimits.steps) }
    return isMatch
  }

  static let searchStepsPerStep = 256

  /// Creates a pattern from a computed string, and counts the steps.
  init(computed text: Text, _ frame: inout Frame) throws(EvaluationFailure) {
    do throws(PatternError) {
      try self.init(text.string)
    } catch {
      throw .invalid("bad pattern '\(text)': \(error.message)")
    }
    try frame.spend(8 + size >> 2)
  }
}
