public import Values

extension CEL {
  /// Returns a condition that fails when another one is true, and is true for all other values:
  ///
  ///     .tryFilter(CEL.failing(with: EvaluationError("too large"), when: CEL("$0 > 9").condition))
  public static func failing(
    with error: EvaluationError,
    when condition: @escaping (Value) throws(EvaluationError) -> Bool
  ) -> (_ value: Value) throws(EvaluationError) -> Bool {
    { value throws(EvaluationError) in
      if try condition(value) { throw error }
      return true
    }
  }
}
