import Expressions

extension OptionValue where Value == CheckedExpression {
  /// An expression about a record, or about a value, `$0`.
  static let recordExpression = expression("an expression about a record, such as $0.id")
  /// An expression about a row of a table, `$0`.
  static let rowExpression = expression("an expression about a row, such as $0.events")
  /// A condition on the list of events, `$0`.
  static let eventsExpression = expression(
    "a condition on the list of events, such as $0.size() > 1", about: .list(.dyn), as: .condition)

  private static func expression(
    _ wanted: String, about type: ValueType = .dyn,
    as requirement: CheckedExpression.Requirement = .anything
  ) -> OptionValue {
    OptionValue(placeholder: "EXPRESSION", expectation: "expected \(wanted)") {
      (text, option) throws(UsageError) in
      do throws(ExpressionErrors) {
        return try CheckedExpression(text, in: Scope(first: type), as: requirement)
      } catch {
        throw UsageError(
          "option '\(option)' is '\(text)': \(error.errors.first?.message ?? "")",
          hint: error.errors.first?.hint ?? "expected \(wanted)")
      }
    }
  }
}
