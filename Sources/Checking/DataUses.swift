package import Expressions

/// The uses of inputs in a program that can only be judged by their records.
package struct DataUses: Sendable {
  /// An operator that depends on times, after an input whose records have none.
  package struct Untimed: Sendable {
    package let input: Int
    package let operatorName: String
    package let place: ExpressionPlace
  }

  /// A field of an input's records that an expression needs.
  package struct Field: Sendable {
    package let input: Int
    package let name: String
    package let place: ExpressionPlace
    /// The range of the name in the text of the expression.
    package let range: Range<Int>
  }

  /// An operator whose result depends on the order in which the records of several inputs arrive at
  /// one instant.
  package struct Encounter: Sendable {
    package let inputs: [Int]
    package let operatorName: String
    package let place: ExpressionPlace
  }

  /// The first operator of each input without times.
  package var untimed: [Untimed] = []
  package var fields: [Field] = []
  package var encounters: [Encounter] = []
}

/// The origin of a stream's values, where they depend on the records of inputs.
struct DataOrigin: Sendable {
  /// The input whose records the values are, unchanged; nil if they are anything else.
  var records: Int?
  /// An input without times; nil unless all values have the times of such inputs.
  var untimed: Int?
  /// The inputs at the exact times of whose records values are emitted, as bits by their numbers.
  /// Only the first 64 inputs are included.
  var prompt: UInt64 = 0

  /// Whether it implies nothing about inputs.
  var isNone: Bool { records == nil && untimed == nil && prompt == 0 }
}
