import Values

/// `&&` and `||` with any number of operands.
///
/// Operands are evaluated from the left until one decides the result. A failure does not decide: it
/// counts only if no operand decides, as in CEL, where the order of the operands does not matter.
struct LogicTerm: Term {
  let operands: [BoolRoutine]
  /// The value of an operand that decides the result: true for `||`, false for `&&`.
  let deciding: Bool

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    var failure: EvaluationFailure?
    for operand in operands {
      do throws(EvaluationFailure) {
        if try operand.evaluate(first, second, &frame) == deciding { return deciding }
      } catch {
        if case .limit = error { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return !deciding
  }
}

/// `&&` or `||` of two operands.
struct LogicPairTerm: Term {
  let left: BoolRoutine
  let right: BoolRoutine
  let deciding: Bool

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    do throws(EvaluationFailure) {
      if try left.evaluate(first, second, &frame) == deciding { return deciding }
    } catch {
      if case .limit = error { throw error }
      return try decide(after: error, first, second, &frame)
    }
    return try right.evaluate(first, second, &frame)
  }

  /// Evaluates the right operand, which may still decide the result after the left one has failed.
  private func decide(
    after failure: EvaluationFailure, _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    do throws(EvaluationFailure) {
      if try right.evaluate(first, second, &frame) == deciding { return deciding }
    } catch {
      if case .limit = error { throw error }
      // If both fail, the first failure is reported.
    }
    throw failure
  }
}

/// `condition ? success : failure`.
struct ConditionalTerm<Branch: Routine>: Term {
  let condition: BoolRoutine
  let success: Branch
  let failure: Branch

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Branch.Result {
    try condition.evaluate(first, second, &frame)
      ? try success.evaluate(first, second, &frame) : try failure.evaluate(first, second, &frame)
  }
}
