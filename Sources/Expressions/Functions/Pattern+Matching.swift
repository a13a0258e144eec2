import Synchronization
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

  /// Creates a pattern from a computed text.
  init(computed text: Text) throws(EvaluationFailure) {
    do throws(PatternError) {
      try self.init(text.string)
    } catch {
      throw .invalid("bad pattern '\(text)': \(error.message)")
    }
  }
}

/// A place in an expression that matches a computed pattern. It caches the last pattern, because a
/// place usually computes the same one again.
final class PatternSite: Sendable {
  private let last = Mutex<Pattern?>(nil)

  func pattern(_ text: Text, _ frame: inout Frame) throws(EvaluationFailure) -> Pattern {
    if let pattern = last.withLock({ $0 }), Text(pattern.text) == text { return pattern }
    let pattern = try Pattern(computed: text)
    try frame.spend(8 + pattern.size >> 2)
    last.withLock { $0 = pattern }
    return pattern
  }
}
