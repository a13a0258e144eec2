import Values

// A step is an element that is visited, sixteen elements that are copied, sixteen nodes that a
// macro evaluates for an element, or 256 bytes of text. So steps limit both time and memory. Code
// whose amount of work depends on values counts the steps before it does the work.
extension Frame {
  /// Counts steps. Fails at the limit for one evaluation.
  @inline(__always)
  mutating func spend(_ count: Int) throws(EvaluationFailure) {
    steps &+= count
    if steps > ExpressionLimits.steps {
      try EvaluationFailure.limit(name: "steps", ExpressionLimits.steps).raise()
    }
  }

  /// Counts the steps of reading or copying a string.
  mutating func spend(on text: Text) throws(EvaluationFailure) {
    try spend(text.utf8.count >> 8)
  }

  /// Counts the steps of looking up a key.
  mutating func spend(onKey key: Value) throws(EvaluationFailure) {
    if case .string(let text) = key { try spend(on: text) }
  }

  /// Counts the steps of copying elements.
  mutating func spend(copying count: Int) throws(EvaluationFailure) {
    try spend(count >> 4)
  }
}

extension Value {
  /// Creates a string, if it is not too large for a value.
  static func string(ofUTF8 bytes: [UInt8]) throws(EvaluationFailure) -> Value {
    try checkSize(bytes.count)
    return .string(Text(validUTF8: bytes))
  }

  /// Fails if a value of this many bytes is too large.
  static func checkSize(_ bytes: Int) throws(EvaluationFailure) {
    if bytes > ExpressionLimits.valueSize {
      throw .limit(name: "bytes in a value", ExpressionLimits.valueSize)
    }
  }

  /// Fails if a list of this many elements is too large for a value.
  static func checkSize(elements count: Int) throws(EvaluationFailure) {
    if count > ExpressionLimits.valueSize / Value.size {
      throw .limit(name: "bytes in a value", ExpressionLimits.valueSize)
    }
  }

  /// The number of bytes that every value counts for, in addition to those of a string or a key.
  static let size = 16
}
