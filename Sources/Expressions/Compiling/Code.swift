import Values

/// Compiled code of a node, of the type that is known.
enum Code: Sendable {
  case int(IntRoutine)
  case double(DoubleRoutine)
  case bool(BoolRoutine)
  case value(ValueRoutine)

  init(constant: Value) {
    switch constant {
    case .int(let number): self = .int(IntRoutine(constant: number))
    case .double(let number): self = .double(DoubleRoutine(constant: number))
    case .bool(let flag): self = .bool(BoolRoutine(constant: flag))
    default: self = .value(ValueRoutine(constant: constant))
    }
  }

  /// Makes code of a term that gives a value, and takes out what the checker says is in it.
  ///
  /// With `field` the term is that field of `$0`.
  init<Source: Term>(
    _ term: Source, of type: ValueType, field: FieldSite? = nil
  ) where Source.Result == Value {
    switch type {
    case .int:
      self = .int(IntRoutine(UnboxTerm<Source, Int64>(source: term), shape: Shape(field: field)))
    case .double:
      self = .double(
        DoubleRoutine(UnboxTerm<Source, Double>(source: term), shape: Shape(field: field)))
    case .bool: self = .bool(BoolRoutine(UnboxTerm<Source, Bool>(source: term)))
    case .dyn: self = .value(ValueRoutine(term, shape: Shape(field: field)))
    default: self = .value(ValueRoutine(GuardTerm(source: term, type: type)))
    }
  }

  /// Makes code of a closure that gives a value.
  init(
    of type: ValueType,
    _ body: @escaping @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value
  ) {
    self.init(ClosureTerm(body: body), of: type)
  }

  /// Makes code that reads a variable from a place of the frame.
  init<Source: Position>(
    _: Source.Type, of type: ValueType,
    isFirst: Bool
  ) {
    switch type {
    case .int:
      self = .int(IntRoutine(ArgumentTerm<Source, Int64>(), shape: isFirst ? .first : .second))
    case .double:
      self = .double(
        DoubleRoutine(ArgumentTerm<Source, Double>(), shape: isFirst ? .first : .second))
    case .bool:
      self = .bool(BoolRoutine(ArgumentTerm<Source, Bool>(), shape: isFirst ? .first : .second))
    case .dyn:
      self = .value(ValueRoutine(ArgumentTerm<Source, Value>(), shape: isFirst ? .first : .second))
    default:
      self.init(ArgumentTerm<Source, Value>(), of: type)
    }
  }

  /// Makes code that always fails.
  init(failing failure: EvaluationFailure) {
    self.init(of: .dyn) { (_, _, _) throws(EvaluationFailure) in throw failure }
  }
}

extension Code {
  /// The value, if it is known.
  var constant: Value? {
    switch self {
    case .int(let routine): routine.constant?.boxed
    case .double(let routine): routine.constant?.boxed
    case .bool(let routine): routine.constant?.boxed
    case .value(let routine): routine.constant
    }
  }

  /// The code as one that gives a value of any kind.
  var boxed: ValueRoutine {
    if let constant { return ValueRoutine(constant: constant) }
    return switch self {
    case .int(let routine): ValueRoutine(BoxTerm(source: routine))
    case .double(let routine): ValueRoutine(BoxTerm(source: routine))
    case .bool(let routine): ValueRoutine(BoxTerm(source: routine))
    case .value(let routine): routine
    }
  }

  /// Makes what callers outside call.
  func entryPoints(_ guards: EntryPoints.Guards) -> EntryPoints {
    switch self {
    case .int(let routine): routine.entryPoints(guards)
    case .double(let routine): routine.entryPoints(guards)
    case .bool(let routine): routine.entryPoints(guards)
    case .value(let routine): routine.entryPoints(guards)
    }
  }

  /// Makes what callers outside call for many values at once.
  func rowBodies(_ guards: EntryPoints.Guards) -> RowBodies {
    switch self {
    case .int(let routine): routine.rowBodies(guards)
    case .double(let routine): routine.rowBodies(guards)
    case .bool(let routine): routine.rowBodies(guards)
    case .value(let routine): routine.rowBodies(guards)
    }
  }

  /// The code as one that gives a bool; what is none fails.
  var asBool: BoolRoutine {
    if case .bool(let routine) = self { return routine }
    return BoolRoutine(UnboxTerm<_, Bool>(source: boxed))
  }

  /// The code as one that gives a double, if it is known to give a number.
  var asDouble: DoubleRoutine? {
    switch self {
    case .int(let routine):
      routine.constant.map { DoubleRoutine(constant: Double($0)) }
        ?? DoubleRoutine(PromotionTerm(source: routine))
    case .double(let routine): routine
    case .bool, .value: nil
    }
  }
}

/// What a term gives, if it is of a known type.
struct GuardTerm<Source: Term>: Term where Source.Result == Value {
  let source: Source
  let type: ValueType

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let value = try source.evaluate(first, second, &frame)
    guard type.admits(value.runtimeKind) else {
      throw .mismatch(found: value.runtimeKind, expectation: type.phrase)
    }
    return value
  }
}
