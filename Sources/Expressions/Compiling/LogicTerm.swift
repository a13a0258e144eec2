/// `&&` and `||` of any number of operands.
///
/// Operands are evaluated from the left until one decides. A failure decides nothing: it counts
/// only if no operand decides, as in CEL, where the order of the operands makes no difference.
struct LogicTerm: Term {
  let operands: [BoolRoutine]
  /// What an operand must be to decide: true for `||`, false for `&&`.
  let deciding: Bool

  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Bool {
    var failure: EvaluationFailure?
    for operand in operands {
      do throws(EvaluationFailure) {
        if try operand.evaluate(&frame) == deciding { return deciding }
      } catch {
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

  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Bool {
    do throws(EvaluationFailure) {
      if try left.evaluate(&frame) == deciding { return deciding }
    } catch {
      if case deciding? = try? right.evaluate(&frame) { return deciding }
      throw error
    }
    return try right.evaluate(&frame)
  }
}

/// `condition ? success : failure`.
struct ConditionalTerm<Branch: Routine>: Term {
  let condition: BoolRoutine
  let success: Branch
  let failure: Branch

  func evaluate(_ frame: inout Frame) throws(EvaluationFailure) -> Branch.Result {
    try condition.evaluate(&frame) ? try success.evaluate(&frame) : try failure.evaluate(&frame)
  }
}
