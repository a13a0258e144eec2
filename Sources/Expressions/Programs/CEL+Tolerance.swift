public import Values

// These functions drop the values on which an expression fails.

extension CEL {
  /// Returns whether the expression returns a result for a value instead of failing.
  public func succeeds(on first: Value) -> Bool { result(for: first) != nil }

  /// Returns whether the expression returns a bool for a value instead of failing.
  public func decides(on first: Value) -> Bool {
    tolerating { () throws(EvaluationError) in try condition(first) } != nil
  }

  /// Returns whether the expression returns a delay for a value instead of failing.
  public func delays(on first: Value) -> Bool {
    tolerating { () throws(EvaluationError) in try delay(first) } != nil
  }

  /// Returns whether a condition is true for a value; false if the expression fails.
  public func holds(on first: Value) -> Bool {
    tolerating { () throws(EvaluationError) in try condition(first) } ?? false
  }

  /// Returns the result for a value; nil if the expression fails.
  public func result(for first: Value) -> Value? {
    tolerating { () throws(EvaluationError) in try value(first) }
  }

  private func tolerating<Result>(
    _ evaluate: () throws(EvaluationError) -> Result
  ) -> Result? {
    do throws(EvaluationError) {
      return try evaluate()
    } catch {
      return nil
    }
  }
}
