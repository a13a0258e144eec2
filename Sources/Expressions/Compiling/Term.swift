import Values

/// A piece of code with a result, known in full when the compiler puts pieces together.
///
/// Terms are structs inside one another, which the optimizer makes one function of; only what
/// becomes a `Routine` is called through a closure.
protocol Term: Sendable {
  associatedtype Result: Payload

  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Result
}

/// A value that is known.
struct ConstantTerm<Result: Payload>: Term {
  let value: Result

  @inline(__always)
  func evaluate(_ frame: inout Frame) -> Result { value }
}

/// A place of the frame from which a variable is read.
protocol Place: Sendable {
  static func value(in frame: inout Frame) -> Value
}

enum FirstPlace: Place {
  @inline(__always)
  static func value(in frame: inout Frame) -> Value { frame.first }
}

enum SecondPlace: Place {
  @inline(__always)
  static func value(in frame: inout Frame) -> Value { frame.second }
}

/// A variable of known place and type; a value that is not of that type is a failure.
struct PlaceTerm<Source: Place, Result: Payload>: Term {
  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Result {
    guard let result = Result(payloadOf: Source.value(in: &frame)) else {
      throw brokenPromise(Source.value(in: &frame).kind)
    }
    return result
  }

  @inline(never)
  private func brokenPromise(_ kind: Value.Kind) -> EvaluationFailure {
    .mismatch(found: kind, expectation: Result.phrase)
  }
}

/// What a term gives, taken out of its value.
struct UnboxTerm<Source: Term, Result: Payload>: Term where Source.Result == Value {
  let source: Source

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Result {
    let value = try source.evaluate(&frame)
    guard let result = Result(payloadOf: value) else {
      throw .mismatch(found: value.kind, expectation: Result.phrase)
    }
    return result
  }
}

/// What a term gives, as a value.
struct BoxTerm<Source: Term>: Term {
  let source: Source

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Value {
    try source.evaluate(&frame).boxed
  }
}

/// An int as a double.
struct PromotionTerm<Source: Term>: Term where Source.Result == Int64 {
  let source: Source

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Double {
    Double(try source.evaluate(&frame))
  }
}

/// Code written in place; for what is not worth a type of its own.
struct ClosureTerm<Result: Payload>: Term {
  let body: @Sendable (inout Frame) throws(EvaluationFailure) -> Result

  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Result { try body(&frame) }
}

/// An operator between two terms.
struct BinaryTerm<Operation: BinaryOperation, Left: Term, Right: Term>: Term
where Left.Result == Operation.Operand, Right.Result == Operation.Operand {
  let left: Left
  let right: Right

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Operation.Result {
    let left = try left.evaluate(&frame)
    let right = try right.evaluate(&frame)
    return try Operation.apply(left, right)
  }
}
