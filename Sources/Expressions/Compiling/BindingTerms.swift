import Values

/// `cel.bind(x, a, b)`: evaluates b with the value of a in a variable.
struct BindTerm: Term {
  let source: ValueRoutine
  let slot: Int
  let body: ValueRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    frame.locals[slot] = try source.evaluate(first, second, &frame)
    return try body.evaluate(first, second, &frame)
  }
}

/// `a.optMap(x, b)` and `a.optFlatMap(x, b)`: evaluates b with the content of the optional a in a
/// variable.
struct OptionalMapTerm: Term {
  let source: ValueRoutine
  let slot: Int
  let body: ValueRoutine
  /// Whether the body already returns an optional.
  let isFlat: Bool

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    guard let wrapped = try source.evaluate(first, second, &frame).wrapped() else {
      return .optional(nil)
    }
    frame.locals[slot] = wrapped
    let result = try body.evaluate(first, second, &frame)
    return isFlat ? .optional(try result.wrapped()) : .optional(result)
  }
}

/// An expression with macros. It makes room for their variables.
struct MacroScopeTerm<Source: Term>: Term {
  let source: Source
  let localCount: Int

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Source.Result {
    let missing = localCount - frame.locals.count
    if missing > 0 { frame.locals.append(contentsOf: repeatElement(.null, count: missing)) }
    return try source.evaluate(first, second, &frame)
  }
}
