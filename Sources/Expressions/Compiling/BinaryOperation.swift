/// An operator as a type, so that code for it is written once and specialized.
protocol BinaryOperation: Sendable {
  associatedtype Operand: Payload
  associatedtype Result: Payload

  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Result
}

enum Sum<Number: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Number, _ right: Number, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Number {
    try Number.sum(left, right, &frame)
  }
}

enum Difference<Number: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Number, _ right: Number, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Number {
    try Number.difference(left, right)
  }
}

enum Product<Number: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Number, _ right: Number, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Number {
    try Number.product(left, right)
  }
}

enum Quotient<Number: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Number, _ right: Number, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Number {
    try Number.quotient(left, right)
  }
}

enum Remainder<Number: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Number, _ right: Number, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Number {
    try Number.remainder(left, right)
  }
}

enum Equal<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try Operand.areEqual(left, right, &frame)
  }
}

enum NotEqual<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    !(try Operand.areEqual(left, right, &frame))
  }
}

enum Less<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try Operand.isLess(left, right, &frame)
  }
}

enum LessOrEqual<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try Operand.isLessOrEqual(left, right, &frame)
  }
}

enum Greater<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try Operand.isGreater(left, right, &frame)
  }
}

enum GreaterOrEqual<Operand: Arithmetic>: BinaryOperation {
  @inline(__always)
  static func apply(
    _ left: Operand, _ right: Operand, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    try Operand.isGreaterOrEqual(left, right, &frame)
  }
}
