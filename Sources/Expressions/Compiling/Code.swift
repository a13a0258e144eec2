import Values

/// Compiled code of a node, with the type of its result.
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

  /// Creates code from a term that returns a value, and unboxes the value to the type that the
  /// checker has found.
  ///
  /// With `field`, the term is that field of `$0`.
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

  /// Creates code from a closure that returns a value.
  init(
    of type: ValueType,
    _ body: @escaping @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value
  ) {
    self.init(ClosureTerm(body: body), of: type)
  }

  /// Creates code that reads one of the two arguments.
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

  /// Creates code that always fails.
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

  /// The code with its result boxed in a value.
  var boxed: ValueRoutine {
    if let constant { return ValueRoutine(constant: constant) }
    return switch self {
    case .int(let routine): ValueRoutine(BoxTerm(source: routine))
    case .double(let routine): ValueRoutine(BoxTerm(source: routine))
    case .bool(let routine): ValueRoutine(BoxTerm(source: routine))
    case .value(let routine): routine
    }
  }

  /// Creates the closures for callers from outside.
  func entryPoints(_ guards: EntryPoints.Guards) -> EntryPoints {
    switch self {
    case .int(let routine): routine.entryPoints(guards)
    case .double(let routine): routine.entryPoints(guards)
    case .bool(let routine): routine.entryPoints(guards)
    case .value(let routine): routine.entryPoints(guards)
    }
  }

  /// Creates the closures for callers from outside that process many values at once.
  func rowBodies(_ guards: EntryPoints.Guards) -> RowBodies {
    switch self {
    case .int(let routine): routine.rowBodies(guards)
    case .double(let routine): routine.rowBodies(guards)
    case .bool(let routine): routine.rowBodies(guards)
    case .value(let routine): routine.rowBodies(guards)
    }
  }

  /// The code with a bool as its result. Any other result is a failure.
  var asBool: BoolRoutine {
    if case .bool(let routine) = self { return routine }
    return BoolRoutine(UnboxTerm<_, Bool>(source: boxed))
  }

  /// The code with a double as its result, if the result is known to be a number.
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

/// Returns the result of a term, and fails if the result is not of the given type.
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
