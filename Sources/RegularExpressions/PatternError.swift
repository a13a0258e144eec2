/// The first mistake in the text of a regular expression.
package struct PatternError: Error, Sendable, Hashable {
  /// The message: what was found, then what was expected and a way to fix it. It is in lower case,
  /// without a full stop.
  package var message: String
  /// The range of the mistake, in Unicode scalars of the pattern. At the end of the pattern it is
  /// empty.
  package var range: Range<Int>

  init(_ message: String, range: Range<Int>) {
    self.message = message
    self.range = range
  }
}

extension PatternError {
  /// Returns the error for an exceeded limit of `PatternLimits`.
  static func limit(_ name: String, _ number: Int, range: Range<Int>) -> PatternError {
    PatternError("more than \(number) \(name), the limit for a pattern", range: range)
  }
}
