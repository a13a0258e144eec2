import Values

/// A piece of code with a result, fully known when the compiler combines it with others.
///
/// Terms are nested structs, which the optimizer merges into one function. Only a `Routine` is
/// called through a closure.
protocol Term: Sendable {
  associatedtype Result: Payload

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Result
}

/// A constant.
struct ConstantTerm<Result: Payload>: Term {
  let value: Result

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) -> Result { value }
}

/// The choice between the two arguments.
protocol Position: Sendable {
  static func choose(_ first: Value, _ second: Value) -> Value
}

enum FirstPosition: Position {
  @inline(__always)
  static func choose(_ first: Value, _ second: Value) -> Value { first }
}

enum SecondPosition: Position {
  @inline(__always)
  static func choose(_ first: Value, _ second: Value) -> Value { second }
}

/// `$0` or `$1`, with a known type. A value of another type is a failure.
struct ArgumentTerm<Source: Position, Result: Payload>: Term {
  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Result {
    guard let result = Result(payloadOf: Source.choose(first, second)) else {
      try breakPromise(first, second)
    }
    return result
  }

  @inline(never)
  private func breakPromise(
    _ first: Value, _ second: Value
  ) throws(EvaluationFailure) -> Never {
    throw .mismatch(
      found: Source.choose(first, second).runtimeKind, expectation: Result.phrase)
  }
}

/// The result of a term, unboxed from its value.
struct UnboxTerm<Source: Term, Result: Payload>: Term where Source.Result == Value {
  let source: Source

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Result {
    let value = try source.evaluate(first, second, &frame)
    guard let result = Result(payloadOf: value) else {
      throw .mismatch(found: value.runtimeKind, expectation: Result.phrase)
    }
    return result
  }
}

/// The result of a term, boxed in a value.
struct BoxTerm<Source: Term>: Term {
  let source: Source

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    try source.evaluate(first, second, &frame).boxed
  }
}

/// An int as a double.
struct PromotionTerm<Source: Term>: Term where Source.Result == Int64 {
  let source: Source

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Double {
    Double(try source.evaluate(first, second, &frame))
  }
}

/// Code in a closure, for cases that do not deserve a separate type.
struct ClosureTerm<Result: Payload>: Term {
  let body: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Result

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Result { try body(first, second, &frame) }
}

/// An operator between two terms.
struct BinaryTerm<Operation: BinaryOperation, Left: Term, Right: Term>: Term
where Left.Result == Operation.Operand, Right.Result == Operation.Operand {
  let left: Left
  let right: Right

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Operation.Result {
    let left = try left.evaluate(first, second, &frame)
    let right = try right.evaluate(first, second, &frame)
    return try Operation.apply(left, right, &frame)
  }
}
