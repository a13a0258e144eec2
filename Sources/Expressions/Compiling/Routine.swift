import Values

/// A term in the form of a closure. Its code is known only at run time.
///
/// There is one struct for each type of result, because a closure in a generic struct would return
/// its result through memory and a second call.
protocol Routine: Term {
  var shape: Shape<Result> { get }
  /// Creates the closures for callers from outside, with the term inlined, so that they make only a
  /// single call.
  var entryPoints: @Sendable (EntryPoints.Guards) -> EntryPoints { get }
  /// Creates the closures for many values at once.
  var rowBodies: @Sendable (EntryPoints.Guards) -> RowBodies { get }

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

/// The parts of a routine that the compiler can still fuse with others into one closure.
enum Shape<Result: Payload>: Sendable {
  case constant(Result)
  /// `$0`.
  case first
  /// `$1`.
  case second
  /// `$0`, an operator and a constant.
  case firstWith(ArithmeticOperator, Result)
  /// A field of `$0`.
  case firstField(FieldSite)
  /// The variable of a macro, at this index of the frame's locals.
  case local(Int)
  /// A field of the variable at this index.
  case localField(Int, FieldSite)
  case other
}

extension Shape {
  init(field: FieldSite?) {
    self = field.map { .firstField($0) } ?? .other
  }
}

struct IntRoutine: Routine {
  let shape: Shape<Int64>
  let entryPoints: @Sendable (EntryPoints.Guards) -> EntryPoints
  let rowBodies: @Sendable (EntryPoints.Guards) -> RowBodies
  private let body: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Int64

  init<Source: Term>(_ term: Source, shape: Shape<Int64>) where Source.Result == Int64 {
    self.shape = shape
    body = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) -> Int64 in
      try term.evaluate(first, second, &frame)
    }
    let closure = ClosureTerm(body: body)
    entryPoints = { EntryPoints(value: term, closure: closure, $0) }
    rowBodies = { RowBodies(term, closure: closure, $0) }
  }

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Int64 { try body(first, second, &frame) }
}

struct DoubleRoutine: Routine {
  let shape: Shape<Double>
  let entryPoints: @Sendable (EntryPoints.Guards) -> EntryPoints
  let rowBodies: @Sendable (EntryPoints.Guards) -> RowBodies
  private let body: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Double

  init<Source: Term>(_ term: Source, shape: Shape<Double>) where Source.Result == Double {
    self.shape = shape
    body = {
      (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) -> Double in
      try term.evaluate(first, second, &frame)
    }
    let closure = ClosureTerm(body: body)
    entryPoints = { EntryPoints(value: term, closure: closure, $0) }
    rowBodies = { RowBodies(term, closure: closure, $0) }
  }

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Double { try body(first, second, &frame) }
}

struct BoolRoutine: Routine {
  let shape: Shape<Bool>
  let entryPoints: @Sendable (EntryPoints.Guards) -> EntryPoints
  let rowBodies: @Sendable (EntryPoints.Guards) -> RowBodies
  private let body: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool

  init<Source: Term>(_ term: Source, shape: Shape<Bool>) where Source.Result == Bool {
    self.shape = shape
    body = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) -> Bool in
      try term.evaluate(first, second, &frame)
    }
    let closure = ClosureTerm(body: body)
    entryPoints = { EntryPoints(condition: term, closure: closure, $0) }
    rowBodies = { RowBodies(condition: term, closure: closure, $0) }
  }

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool { try body(first, second, &frame) }
}

struct ValueRoutine: Routine {
  let shape: Shape<Value>
  let entryPoints: @Sendable (EntryPoints.Guards) -> EntryPoints
  let rowBodies: @Sendable (EntryPoints.Guards) -> RowBodies
  private let body: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value

  init<Source: Term>(_ term: Source, shape: Shape<Value>) where Source.Result == Value {
    self.shape = shape
    body = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) -> Value in
      try term.evaluate(first, second, &frame)
    }
    let closure = ClosureTerm(body: body)
    entryPoints = { EntryPoints(value: term, closure: closure, $0) }
    rowBodies = { RowBodies(term, closure: closure, $0) }
  }

  @inline(__always)
  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value { try body(first, second, &frame) }
}
