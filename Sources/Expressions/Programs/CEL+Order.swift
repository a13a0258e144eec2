public import Values

extension CEL {
  /// Returns the order of numbers, strings or bools, for `tryMin` and `tryMax`. It throws if two
  /// values cannot be compared.
  ///
  ///     prices.tryMax(by: CEL.order(for: "max"))
  ///
  /// - Parameter name: The name of the operator, for the message of a failure.
  public static func order(
    for name: String
  ) -> (_ left: Value, _ right: Value) throws(EvaluationError) -> Bool {
    let rule = CEL("$0 < $1")
    return { left, right throws(EvaluationError) in
      do throws(EvaluationError) {
        return try rule.condition(left, right)
      } catch {
        guard let mistake = OrderMistake(comparing: left, with: right, for: name) else {
          throw error
        }
        throw EvaluationError(mistake.message)
      }
    }
  }
}

/// The failure of an operator that compares two values without an order.
package struct OrderMistake {
  package let reason: String
  package let hint = "put 'map' or 'filter' before it"
  package var message: String { "\(reason); \(hint)" }

  /// Returns nil if the values can be compared.
  package init?(comparing first: Value, with second: Value, for name: String) {
    guard first.rank == nil || first.rank != second.rank else { return nil }
    reason =
      "'\(name)' cannot be applied to \(first.runtimeKind.phrase) and "
      + "\(second.runtimeKind.phrase), "
      + "expected only numbers, only strings or only bools"
  }
}

extension Value {
  /// The number of the group of values that it can be compared with; nil if it has no order.
  fileprivate var rank: Int? {
    switch self {
    case .int, .double: 0
    case .string: 1
    case .bool: 2
    case .null, .array, .object: nil
    }
  }
}
