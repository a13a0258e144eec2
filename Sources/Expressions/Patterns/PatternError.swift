/// Why a text is no regular expression: the first mistake in it.
struct PatternError: Error, Sendable, Hashable {
  /// What was found, then what was expected and the way out; lower case, no full stop.
  var message: String
  /// Where the mistake stands, in Unicode scalars of the pattern; empty at its end.
  var range: Range<Int>

  init(_ message: String, range: Range<Int>) {
    self.message = message
    self.range = range
  }
}

extension PatternError {
  /// A limit of `ExpressionLimits` is exceeded.
  static func limit(_ name: String, _ number: Int, range: Range<Int>) -> PatternError {
    PatternError("more than \(number), the limit '\(name)' of a pattern", range: range)
  }
}
