import Values

// Each operator tries two ints first and then two doubles, which are the most common operands. The
// rest (mixed numbers, strings, lists, mistakes) is in separate functions, so that the fast part
// can be inlined.
extension Value: Arithmetic {
  @inline(__always)
  static func sum(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    if case .int(let left) = left, case .int(let right) = right {
      return .int(try Int64.sum(left, right, &frame))
    }
    if case .double(let left) = left, case .double(let right) = right {
      return .double(left + right)
    }
    return try joined(left, right, &frame)
  }

  @inline(__always)
  static func difference(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    if case .int(let left) = left, case .int(let right) = right {
      return .int(try Int64.difference(left, right))
    }
    if case .double(let left) = left, case .double(let right) = right {
      return .double(left - right)
    }
    return try reduced(left, right)
  }

  @inline(__always)
  static func product(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    if case .int(let left) = left, case .int(let right) = right {
      return .int(try Int64.product(left, right))
    }
    let (left, right) = try doubles(.multiply, left, right)
    return .double(left * right)
  }

  @inline(__always)
  static func quotient(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    if case .int(let left) = left, case .int(let right) = right {
      return .int(try Int64.quotient(left, right))
    }
    let (left, right) = try doubles(.divide, left, right)
    return .double(left / right)
  }

  @inline(__always)
  static func remainder(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    if case .int(let left) = left, case .int(let right) = right {
      return .int(try Int64.remainder(left, right))
    }
    throw unsuited(.remainder, left, right)
  }

  static func negation(_ operand: Value) throws(EvaluationFailure) -> Value {
    switch operand {
    case .int(let number): return .int(try Int64.negation(number))
    case .double(let number): return .double(-number)
    default: throw .operands(spelling: "-", [operand.runtimeKind], expectation: "a number")
    }
  }

  /// Returns two numbers as doubles. At least one of them is a double.
  @inline(__always)
  private static func doubles(
    _ operation: ArithmeticOperator, _ left: Value, _ right: Value
  ) throws(EvaluationFailure) -> (Double, Double) {
    if case .double(let left) = left, case .double(let right) = right { return (left, right) }
    return try mixed(operation, left, right)
  }

  @inline(never)
  private static func mixed(
    _ operation: ArithmeticOperator, _ left: Value, _ right: Value
  ) throws(EvaluationFailure) -> (Double, Double) {
    switch (left, right) {
    case (.int(let left), .double(let right)): (Double(left), right)
    case (.double(let left), .int(let right)): (left, Double(right))
    default: throw unsuited(operation, left, right)
    }
  }

  /// Adds operands other than two ints or two doubles.
  @inline(never)
  private static func joined(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      let count = left.utf8.count + right.utf8.count
      try checkSize(count)
      try frame.spend(count >> 8)
      return .string(left + right)
    case (.array(let left), .array(let right)):
      let count = left.count + right.count
      try checkSize(elements: count)
      try frame.spend(copying: count)
      return .array(left + right)
    case (.object, .object):
      switch (left.special, right.special) {
      case (.timestamp(let time), .duration(let span)), (.duration(let span), .timestamp(let time)):
        return .special(.timestamp(try time + span))
      case (.duration(let left), .duration(let right)):
        return .special(.duration(try left + right))
      default: throw unsuited(.add, left, right)
      }
    default:
      let (left, right) = try mixed(.add, left, right)
      return .double(left + right)
    }
  }

  /// Subtracts operands other than two ints or two doubles.
  @inline(never)
  private static func reduced(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Value {
    switch (left.special, right.special) {
    case (.timestamp(let left), .timestamp(let right)):
      return .special(.duration(try left - right))
    case (.timestamp(let left), .duration(let right)):
      return .special(.timestamp(try left - right))
    case (.duration(let left), .duration(let right)):
      return .special(.duration(try left - right))
    default:
      let (left, right) = try mixed(.subtract, left, right)
      return .double(left - right)
    }
  }

  @inline(never)
  private static func unsuited(
    _ operation: ArithmeticOperator, _ left: Value, _ right: Value
  ) -> EvaluationFailure {
    .operands(
      spelling: operation.rawValue, [left.runtimeKind, right.runtimeKind],
      expectation: operation.expectation)
  }
}

extension Text {
  /// Returns the concatenation of two strings, which is valid UTF-8 if they are.
  static func + (left: Text, right: Text) -> Text { Text(validUTF8: left.utf8 + right.utf8) }
}
