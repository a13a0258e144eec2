extension Checker {
  mutating func type(
    of operation: UnaryOperator, _ operand: SyntaxTree.Index, range: Range<Int>
  ) -> ValueType {
    let found = type(operand)
    switch operation {
    case .not:
      if ValueType.bool.accepts(found) { return .bool }
      return mismatch(
        "'!' cannot be applied to \(found.phrase), expected a "
          + "bool", range, result: .bool)
    case .negate:
      if found.isDyn || found.isNumber { return found }
      return mismatch("'-' cannot be applied to \(found.phrase), expected a number", range)
    }
  }

  mutating func type(
    of operation: BinaryOperator, _ left: SyntaxTree.Index, _ right: SyntaxTree.Index,
    range: Range<Int>
  ) -> ValueType {
    let (leftType, rightType) = types(of: operation, left, right)
    let found =
      "'\(operation.spelling)' cannot be applied to \(leftType.phrase) and "
      + "\(rightType.phrase)"
    switch operation {
    case .arithmetic(let arithmetic):
      if let result = arithmetic.result(leftType, rightType) { return result }
      var hint: String?
      if arithmetic == .remainder, leftType.isNumber, rightType.isNumber {
        hint = "convert a double to an int with 'int(…)'"
      } else if arithmetic == .add, leftType == .string || rightType == .string {
        hint = "convert the other value to a string with 'string(…)'"
      }
      return mismatch("\(found), expected \(arithmetic.expectation)", hint: hint, range)
    case .comparison(let comparison):
      if comparison.accepts(leftType, rightType) { return .bool }
      return mismatch("\(found), expected \(ComparisonOperator.expectation)", range, result: .bool)
    case .membership:
      switch rightType {
      case .dyn, .list, .map, .keyedMap: return .bool
      default:
        let areTexts = leftType == .string && rightType == .string
        return mismatch(
          "\(found), expected a list or a map after it",
          hint: areTexts ? "use 'y.contains(x)' to find a string in another" : nil, range,
          result: .bool)
      }
    }
  }

  /// Returns the types of operands. A parameter that is a duration counts as a number of seconds if
  /// it is compared with a number, or added to one or subtracted.
  private func types(
    of operation: BinaryOperator, _ left: SyntaxTree.Index, _ right: SyntaxTree.Index
  ) -> (ValueType, ValueType) {
    var types = (type(left), type(right))
    guard operation.takesSeconds else { return types }
    let spans = checked.tree.spans
    if types.1.isNumber || types.1.isDyn, spans.contains(left) { types.0 = types.1.ofSeconds }
    if types.0.isNumber || types.0.isDyn, spans.contains(right) { types.1 = types.0.ofSeconds }
    return types
  }

  mutating func typeOfLogic(_ spelling: String, _ operands: [SyntaxTree.Index]) -> ValueType {
    for operand in operands where !ValueType.bool.accepts(type(operand)) {
      _ = mismatch(
        "'\(spelling)' cannot be applied to \(type(operand).phrase), expected two "
          + "bools", range(operand))
    }
    return .bool
  }

  /// Records a mistake. The result type is still known if the operator always has the same one.
  private mutating func mismatch(
    _ message: String, hint: String? = nil, _ range: Range<Int>, result: ValueType = .dyn
  ) -> ValueType {
    _ = note(.wrongType, message, hint: hint, range: range)
    return result
  }
}

extension ArithmeticOperator {
  /// Returns the type of the result; nil if operands of these types cannot be combined.
  func result(_ left: ValueType, _ right: ValueType) -> ValueType? {
    switch (left, right) {
    case (.int, .int): return .int
    case (.dyn, .dyn): return self == .remainder ? .int : .dyn
    case (.timestamp, _), (_, .timestamp), (.duration, _), (_, .duration):
      return resultOfTimes(left, right)
    case (.dyn, let known), (let known, .dyn): return result(withKnown: known)
    case (.int, .double), (.double, .int), (.double, .double):
      return self == .remainder ? nil : .double
    case (.string, .string): return self == .add ? .string : nil
    case (.list(let left), .list(let right)):
      return self == .add ? .list(left.joined(with: right)) : nil
    default: return nil
    }
  }

  /// Returns the type of the result with one operand of unknown type.
  private func result(withKnown known: ValueType) -> ValueType? {
    switch known {
    // The other operand may be a double.
    case .int: self == .remainder ? .int : .dyn
    case .double: self == .remainder ? nil : .double
    case .string: self == .add ? .string : nil
    case .list: self == .add ? .list(.dyn) : nil
    default: nil
    }
  }

  /// Returns the type of the result with a timestamp or a duration.
  private func resultOfTimes(_ left: ValueType, _ right: ValueType) -> ValueType? {
    switch (self, left, right) {
    case (.add, .timestamp, .duration), (.add, .duration, .timestamp), (.add, .timestamp, .dyn),
      (.add, .dyn, .timestamp), (.subtract, .timestamp, .duration):
      .timestamp
    case (.add, .duration, .duration), (.subtract, .duration, .duration),
      (.subtract, .timestamp, .timestamp), (.subtract, .dyn, .timestamp),
      (.subtract, .duration, .dyn):
      .duration
    case (.add, .duration, .dyn), (.add, .dyn, .duration), (.subtract, .timestamp, .dyn),
      (.subtract, .dyn, .duration):
      .dyn
    default: nil
    }
  }
}

extension ComparisonOperator {
  /// Whether operands of these types can be compared.
  func accepts(_ left: ValueType, _ right: ValueType) -> Bool {
    if isEquality { return true }
    switch (left, right) {
    case (.dyn, let other), (let other, .dyn):
      return other.isDyn || other.isNumber || other == .string || other == .bool
        || other == .timestamp || other == .duration
    case (.string, .string), (.bool, .bool), (.timestamp, .timestamp), (.duration, .duration):
      return true
    default: return left.isNumber && right.isNumber
    }
  }
}
