import Expressions
import Values

/// An input, with the expression that times its records.
struct InputPlan: Sendable {
  let source: InputSource
  /// The number of the document that reads it first.
  let document: Int
  /// Evaluates to the time of a record.
  let time: CheckedExpression?
  /// The path of the input's `path` in its document.
  let pathPlace: DocumentPath
  /// The number of the side output that receives late records; nil if none does.
  var lateOutput: Int?
  /// The records that a test states; nil for an input that is bound to other records.
  var stated: StatedRecords?

  /// How long records are held back to reorder them, in nanoseconds; nil if they are not.
  var hold: Int64? { source.late?.reorder?.nanoseconds }
}
