import RegularExpressions
import Values

/// A compiled pattern.
protocol CompiledPattern {
  init(_ text: String) throws(PatternError)
  /// The number of its instructions.
  var size: Int { get }
}

extension Pattern: CompiledPattern {}
extension CapturingPattern: CompiledPattern {}

extension CompiledPattern {
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

extension Pattern {
  /// Returns whether the pattern matches anywhere in a string, and counts the steps of the search.
  func matches(_ text: Text, _ frame: inout Frame) throws(EvaluationFailure) -> Bool {
    try frame.spend(on: text)
    return try frame.search { matches(text, stepsLeft: &$0) } ?? false
  }
}

extension Frame {
  /// Calls a search with the number of instructions that it may follow, which it reduces; below 0
  /// it has given up. One step of an evaluation is worth many of them, because they are short.
  mutating func search<Found>(
    _ body: (_ stepsLeft: inout Int) -> Found
  ) throws(EvaluationFailure) -> Found {
    let steps = PatternLimits.steps / ExpressionLimits.steps
    let available = (ExpressionLimits.steps - self.steps) * steps
    var left = available
    let found = body(&left)
    try spend((available - left + steps - 1) / steps)
    return found
  }
}
