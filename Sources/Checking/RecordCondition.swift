package import Expressions
package import StreamModels
package import Values

/// The condition for the records of an input to be well-formed.
package struct RecordCondition {
  private let expression: CheckedExpression
  private let evaluator: Evaluator
  private var frame = Frame()

  package init(_ expression: CheckedExpression) {
    self.expression = expression
    evaluator = expression.evaluator()
  }

  /// Returns the reason why a record does not meet the condition, which it does not if evaluating it
  /// fails, either; nil if it does.
  package mutating func fault(of record: Value) -> (reason: String, cause: FailureCause?)? {
    do throws(EvaluationError) {
      if try evaluator.condition(record, in: &frame) { return nil }
      let reason = "it does not meet 'require', \"\(expression.text)\""
      return (reason, FailureCause(reason, at: expression.place))
    } catch {
      let failure = StreamFailure(error)
      return ("it cannot meet 'require': \(failure.message)", failure.cause)
    }
  }
}
