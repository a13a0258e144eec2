import Values

/// A term behind a closure: what its code is, is known only when it runs.
///
/// There is one struct for each type of result, because a closure in a generic struct would give
/// back its result through memory and a second call.
protocol Routine: Term {
  var shape: Shape<Result> { get }

  init<Source: Term>(_ term: Source, shape: Shape<Result>) where Source.Result == Result
}

extension Routine {
  init<Source: Term>(_ term: Source) where Source.Result == Result {
    self.init(term, shape: .other)
  }

  init(constant: Result) {
    self.init(ConstantTerm(value: constant), shape: .constant(constant))
  }

  var constant: Result? {
    if case .constant(let value) = shape { value } else { nil }
  }
}

/// What the compiler still knows of a routine, so that it can put more into one closure.
enum Shape<Result: Payload>: Sendable {
  case constant(Result)
  /// `$0`.
  case first
  /// `$1`.
  case second
  /// `$0`, an operator and a constant.
  case firstWith(ArithmeticOperator, Result)
  case other
}

struct IntRoutine: Routine {
  let shape: Shape<Int64>
  private let body: @Sendable (inout Frame) throws(EvaluationFailure) -> Int64

  init<Source: Term>(_ term: Source, shape: Shape<Int64>) where Source.Result == Int64 {
    self.shape = shape
    body = { (frame: inout Frame) throws(EvaluationFailure) -> Int64 in
      try term.evaluate(&frame)
    }
  }

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Int64 { try body(&frame) }
}

struct DoubleRoutine: Routine {
  let shape: Shape<Double>
  private let body: @Sendable (inout Frame) throws(EvaluationFailure) -> Double

  init<Source: Term>(_ term: Source, shape: Shape<Double>) where Source.Result == Double {
    self.shape = shape
    body = { (frame: inout Frame) throws(EvaluationFailure) -> Double in
      try term.evaluate(&frame)
    }
  }

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Double { try body(&frame) }
}

struct BoolRoutine: Routine {
  let shape: Shape<Bool>
  private let body: @Sendable (inout Frame) throws(EvaluationFailure) -> Bool

  init<Source: Term>(_ term: Source, shape: Shape<Bool>) where Source.Result == Bool {
    self.shape = shape
    body = { (frame: inout Frame) throws(EvaluationFailure) -> Bool in
      try term.evaluate(&frame)
    }
  }

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Bool { try body(&frame) }
}

struct ValueRoutine: Routine {
  let shape: Shape<Value>
  private let body: @Sendable (inout Frame) throws(EvaluationFailure) -> Value

  init<Source: Term>(_ term: Source, shape: Shape<Value>) where Source.Result == Value {
    self.shape = shape
    body = { (frame: inout Frame) throws(EvaluationFailure) -> Value in
      try term.evaluate(&frame)
    }
  }

  @inline(__always)
  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Value { try body(&frame) }
}
