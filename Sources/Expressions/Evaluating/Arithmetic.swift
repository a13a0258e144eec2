import Values

/// The meaning of operators for one type of operand: ints, doubles, or values of any kind.
protocol Arithmetic: Payload {
  static func sum(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Self
  static func difference(_ left: Self, _ right: Self) throws(EvaluationFailure) -> Self
  static func product(_ left: Self, _ right: Self) throws(EvaluationFailure) -> Self
  static func quotient(_ left: Self, _ right: Self) throws(EvaluationFailure) -> Self
  static func remainder(_ left: Self, _ right: Self) throws(EvaluationFailure) -> Self
  static func negation(_ operand: Self) throws(EvaluationFailure) -> Self

  static func areEqual(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool
  static func isLess(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool
  static func isLessOrEqual(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool
  static func isGreater(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool
  static func isGreaterOrEqual(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool
}

extension Arithmetic where Self: Comparable {
  @inline(__always)
  static func areEqual(_ left: Self, _ right: Self, _ frame: inout Frame) -> Bool { left == right }
  @inline(__always)
  static func isLess(_ left: Self, _ right: Self, _ frame: inout Frame) -> Bool { left < right }
  @inline(__always)
  static func isLessOrEqual(_ left: Self, _ right: Self, _ frame: inout Frame) -> Bool {
    left <= right
  }
  @inline(__always)
  static func isGreater(_ left: Self, _ right: Self, _ frame: inout Frame) -> Bool { left > right }
  @inline(__always)
  static func isGreaterOrEqual(_ left: Self, _ right: Self, _ frame: inout Frame) -> Bool {
    left >= right
  }
}

extension Int64: Arithmetic {
  @inline(__always)
  static func sum(
    _ left: Int64, _ right: Int64, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Int64 {
    let (result, overflow) = left.addingReportingOverflow(right)
    if overflow { try EvaluationFailure.intOverflow.raise() }
    return result
  }

  @inline(__always)
  static func difference(_ left: Int64, _ right: Int64) throws(EvaluationFailure) -> Int64 {
    let (result, overflow) = left.subtractingReportingOverflow(right)
    if overflow { try EvaluationFailure.intOverflow.raise() }
    return result
  }

  @inline(__always)
  static func product(_ left: Int64, _ right: Int64) throws(EvaluationFailure) -> Int64 {
    let (result, overflow) = left.multipliedReportingOverflow(by: right)
    if overflow { try EvaluationFailure.intOverflow.raise() }
    return result
  }

  @inline(__always)
  static func quotient(_ left: Int64, _ right: Int64) throws(EvaluationFailure) -> Int64 {
    if right == 0 { try EvaluationFailure.divisionByZero.raise() }
    if right == -1 { return try negation(left) }
    return left / right
  }

  @inline(__always)
  static func remainder(_ left: Int64, _ right: Int64) throws(EvaluationFailure) -> Int64 {
    if right == 0 { try EvaluationFailure.divisionByZero.raise() }
    if right == -1 { return 0 }
    return left % right
  }

  @inline(__always)
  static func negation(_ operand: Int64) throws(EvaluationFailure) -> Int64 {
    try difference(0, operand)
  }
}

extension Double: Arithmetic {
  @inline(__always)
  static func sum(_ left: Double, _ right: Double, _ frame: inout Frame) -> Double { left + right }
  @inline(__always)
  static func difference(_ left: Double, _ right: Double) -> Double { left - right }
  @inline(__always)
  static func product(_ left: Double, _ right: Double) -> Double { left * right }
  @inline(__always)
  static func quotient(_ left: Double, _ right: Double) -> Double { left / right }
  @inline(__always)
  static func negation(_ operand: Double) -> Double { -operand }

  static func remainder(_ left: Double, _ right: Double) throws(EvaluationFailure) -> Double {
    throw .operands(
      spelling: "%", [.double, .double], expectation: ArithmeticOperator.remainder.expectation)
  }
}
