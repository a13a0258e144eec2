import Values

/// The closures of a term for callers from outside: one that returns a value and one that returns a
/// bool.
struct EntryPoints: Sendable {
  let value: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value
  let condition: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool

  /// The work around an evaluation, if the expression may need it.
  struct Guards: Sendable, Hashable {
    /// Whether a result is converted to JSON or rejected.
    var guardsExit: Bool
    /// Whether the steps of each evaluation are counted from zero.
    var countsSteps: Bool
  }

  /// Creates the entry points of a term whose result is a bool. `closure` is the same term as a
  /// closure. Rarely used entry points call it, so that they do not each contain a copy of the
  /// term's code.
  init<Source: Term>(condition term: Source, closure: ClosureTerm<Bool>, _ guards: Guards)
  where Source.Result == Bool {
    value = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      if guards.countsSteps { frame.steps = 0 }
      return .bool(try closure.evaluate(first, second, &frame))
    }
    condition =
      if guards.countsSteps {
        { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
          frame.steps = 0
          return try closure.evaluate(first, second, &frame)
        }
      } else {
        { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
          try term.evaluate(first, second, &frame)
        }
      }
  }

  /// Creates the entry points of a term whose result need not be a bool.
  init<Source: Term>(value term: Source, closure: ClosureTerm<Source.Result>, _ guards: Guards) {
    value =
      if guards.guardsExit || guards.countsSteps {
        { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
          if guards.countsSteps { frame.steps = 0 }
          let result = try closure.evaluate(first, second, &frame).boxed
          return guards.guardsExit ? try Emission.emitted(result) : result
        }
      } else {
        { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
          try term.evaluate(first, second, &frame).boxed
        }
      }
    condition = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      if guards.countsSteps { frame.steps = 0 }
      let result = try closure.evaluate(first, second, &frame).boxed
      guard case .bool(let flag) = result else {
        throw .invalid("a condition must be a bool, but this is \(result.runtimeKind.phrase)")
      }
      return flag
    }
  }
}
