import Values

/// Something that has no equivalent in Flink SQL: what it is, the reason, and an alternative.
package struct SQLRefusal: Error {
  let what: String
  let reason: String
  let hint: String
  /// The range in the text of an expression, in Unicode scalars.
  var range: Range<Int>?
  /// The parameter with the expression; nil if the operator as a whole is refused.
  var parameter: Text?

  package init(_ what: String, _ reason: String, hint: String, range: Range<Int>? = nil) {
    (self.what, self.reason, self.hint, self.range) = (what, reason, hint, range)
  }

  var message: String { "\(what) cannot be written as Flink SQL: \(reason)" }
}
