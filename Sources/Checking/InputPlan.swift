package import Expressions
package import StreamModels
package import Values

/// An input, with the expression that times its records.
package struct InputPlan: Sendable {
  package let source: InputSource
  /// The number of the document that reads it first.
  package let document: Int
  /// Evaluates to the time of a record.
  package let time: CheckedExpression?
  /// The condition for a record to be well-formed; nil if every one is that can be read.
  package let require: CheckedExpression?
  /// The path of the input's `path` in its document.
  package let pathPlace: DocumentPath
  /// The number of the side output that receives late records; nil if none does.
  package let lateOutput: Int?
  /// The number of the side output that receives malformed records; nil if none does.
  package let malformedOutput: Int?
  /// The rank of its records among those of other inputs at the same instant; nil if no input has a
  /// priority.
  package internal(set) var rank: Int?
  /// The records that a test states; nil for an input that is bound to other records.
  package var stated: StatedRecords?

  /// How long records are held back to reorder them, in nanoseconds; nil if they are not.
  package var hold: Int64? { source.late?.reorder?.nanoseconds }

  /// The numbers of the side outputs that it feeds.
  package var outputs: [Int] { [lateOutput, malformedOutput].compactMap(\.self) }
}
