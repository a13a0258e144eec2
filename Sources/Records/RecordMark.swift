package import Expressions
package import Values

/// The greatest value of an expression in the records of an input so far. A playback that continues
/// recognizes by it the records that a sender repeats.
package struct RecordMark {
  private let value: Evaluator
  private let order = CEL("$0 <= $1")
  private var frame = Frame()
  /// The greatest value so far; nil before the first record.
  package private(set) var greatest: Value?
  /// The value up to which records have been read before; nil if none have.
  private var repeated: Value?

  /// - Parameter expression: The values grow from record to record.
  package init(_ expression: CheckedExpression) {
    value = expression.evaluator()
  }

  /// Skips records up to a value from now on.
  package mutating func skip(upTo value: Value?) {
    (repeated, greatest) = (value, value)
  }

  /// Returns whether a record has been read before. Otherwise, notes its value. Throws if it has
  /// none that can be compared.
  package mutating func isRepeated(_ record: Value) throws(EvaluationError) -> Bool {
    let new = try value.value(record, in: &frame)
    if let repeated, try order.condition(new, repeated) { return true }
    // The first value is compared with itself, so that one that cannot be compared is refused.
    let isGreater = try !order.condition(new, greatest ?? new)
    if isGreater || greatest == nil { greatest = new }
    return false
  }
}
