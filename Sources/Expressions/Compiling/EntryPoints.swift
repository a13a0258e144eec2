import Values

/// The closures that callers outside call: of a term, the form that gives a value and the form
/// that gives a bool.
struct EntryPoints: Sendable {
  let value: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value
  let condition: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool

  /// What is done with a value that leaves.
  enum Exit: Sendable {
    /// It leaves as it is.
    case open
    /// It is made JSON, or refused.
    case guarded
  }

  /// Makes entry points of a term that gives a bool.
  init<Source: Term>(condition term: Source) where Source.Result == Bool {
    value = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      .bool(try term.evaluate(first, second, &frame))
    }
    condition = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      try term.evaluate(first, second, &frame)
    }
  }

  /// Makes entry points of a term of which it is not known that it gives a bool.
  init<Source: Term>(value term: Source, exit: Exit) {
    let open = {
      @Sendable (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      try term.evaluate(first, second, &frame).boxed
    }
    value =
      switch exit {
      case .open: open
      case .guarded:
        { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
          try Emission.emitted(try term.evaluate(first, second, &frame).boxed)
        }
      }
    condition = { (first: Value, second: Value, frame: inout Frame) throws(EvaluationFailure) in
      let result = try open(first, second, &frame)
      guard case .bool(let flag) = result else {
        throw .invalid("a condition must be a bool, this is \(result.runtimeKind.phrase)")
      }
      return flag
    }
  }
}
