import Expressions

/// The uses of inputs in a program that can only be judged by their records.
struct DataUses: Sendable {
  /// An operator that goes by time, behind an input whose records have none.
  struct Untimed: Sendable {
    let input: Int
    let operatorName: String
    let place: ExpressionPlace
  }

  /// A field of the records of an input that an expression needs.
  struct Field: Sendable {
    let input: Int
    let name: String
    let place: ExpressionPlace
    /// The range of the name in the text of the expression.
    let range: Range<Int>
  }

  /// An operator whose result depends on which of several inputs comes first at one instant.
  struct Encounter: Sendable {
    let inputs: [Int]
    let operatorName: String
    let place: ExpressionPlace
  }

  /// The first operator of each input without times.
  var untimed: [Untimed] = []
  var fields: [Field] = []
  var encounters: [Encounter] = []
}

/// The origin of the values of a stream, as far as they are records of an input.
struct DataOrigin: Sendable {
  /// The input whose records they are, unchanged; nil if they are anything else.
  var records: Int?
  /// An input without times; nil unless all values come at the instants of such inputs.
  var untimed: Int?
  /// The inputs of whose records values come at the very instants of these, as bits by their
  /// numbers; the first 64 at most.
  var prompt: UInt64 = 0

  /// Whether nothing about inputs follows from it.
  var isNone: Bool { records == nil && untimed == nil && prompt == 0 }
}
