import Values

/// A macro: an expression evaluated for every element of a list or every key of a map.
struct ComprehensionTerm: Term {
  let macro: SyntaxTree.Macro
  let source: ValueRoutine
  /// Where the frame's locals hold the macro's variable.
  let slot: Int
  /// What is evaluated for each element, as a condition and, for `map`, as a value.
  let condition: BoolRoutine
  let element: ValueRoutine
  let filter: BoolRoutine?

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try elements(first, second, &frame)
    switch macro {
    case .all: return .bool(try !decides(false, elements, first, second, &frame))
    case .exists: return .bool(try decides(true, elements, first, second, &frame))
    case .existsOne:
      var count = 0
      for element in elements {
        try enter(element, &frame)
        if try condition.evaluate(first, second, &frame) { count += 1 }
      }
      return .bool(count == 1)
    case .map: return try map(elements, first, second, &frame)
    case .filter:
      var kept: [Value] = []
      for element in elements {
        try enter(element, &frame)
        if try condition.evaluate(first, second, &frame) { kept.append(element) }
      }
      return .array(kept)
    }
  }

  private func elements(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Value] {
    let value = try source.evaluate(first, second, &frame)
    switch value {
    case .array(let elements): return elements
    case .object(let object): return object.members.map { .string($0.key) }
    default: throw .mismatch(found: value.kind, expectation: "a list or a map before a macro")
    }
  }

  /// Takes the next element as the macro's variable.
  private func enter(_ element: Value, _ frame: inout Frame) throws(EvaluationFailure) {
    frame.steps += 1
    if frame.steps > ExpressionLimits.steps { throw .limit(name: "steps", ExpressionLimits.steps) }
    frame.locals[slot] = element
  }

  /// Whether an element decides; failures count only if none does, as for `&&` and `||`.
  private func decides(
    _ deciding: Bool, _ elements: [Value], _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    var failure: EvaluationFailure?
    for element in elements {
      try enter(element, &frame)
      do throws(EvaluationFailure) {
        if try condition.evaluate(first, second, &frame) == deciding { return true }
      } catch {
        if case .limit = error { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return false
  }

  private func map(_ elements: [Value], _ first: Value, _ second: Value, _ frame: inout Frame)
    throws(EvaluationFailure) -> Value
  {
    var results: [Value] = []
    results.reserveCapacity(filter == nil ? elements.count : 0)
    for value in elements {
      try enter(value, &frame)
      if let filter, try !filter.evaluate(first, second, &frame) { continue }
      results.append(try element.evaluate(first, second, &frame))
    }
    return .array(results)
  }
}

/// An expression with macros, which makes room for their variables and counts their steps.
struct MacroScopeTerm<Source: Term>: Term {
  let source: Source
  let localCount: Int

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Source.Result {
    frame.steps = 0
    let missing = localCount - frame.locals.count
    if missing > 0 { frame.locals.append(contentsOf: repeatElement(.null, count: missing)) }
    return try source.evaluate(first, second, &frame)
  }
}
