import Values

// An int and a double compare as doubles, as in CEL: 1 == 1.0, and 2^63 - 1 == 2^63 as a double.
extension Value {
  @inline(__always)
  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left == right }
    return areEqualSlowly(left, right)
  }

  /// Equality of the language: values of different kinds are unequal, except for numbers.
  ///
  /// The recursion is as deep as a value, which the limit on the depth of values bounds.
  @inline(never)
  private static func areEqualSlowly(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.int(let left), .double(let right)): return Double(left) == right
    case (.double(let left), .int(let right)): return left == Double(right)
    case (.string(let left), .string(let right)): return left == right
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      return zip(left, right).allSatisfy { areEqual($0, $1) }
    case (.object(let left), .object(let right)): return areEqual(left, right)
    default: return false
    }
  }

  private static func areEqual(_ left: Object, _ right: Object) -> Bool {
    let (leftMembers, rightMembers) = (left.members, right.members)
    guard leftMembers.count == rightMembers.count else { return false }
    for (index, member) in leftMembers.enumerated() {
      // The keys of both are mostly in the same order; only else is it worth looking for one.
      let candidate = rightMembers[index]
      let other = candidate.key == member.key ? candidate.value : right[member.key]
      guard let other, areEqual(member.value, other) else { return false }
    }
    return true
  }

  @inline(__always)
  static func isLess(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left < right }
    if case .double(let left) = left, case .double(let right) = right { return left < right }
    return try compare(.less, left, right)
  }

  @inline(__always)
  static func isLessOrEqual(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left <= right }
    if case .double(let left) = left, case .double(let right) = right { return left <= right }
    return try compare(.lessOrEqual, left, right)
  }

  @inline(__always)
  static func isGreater(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left > right }
    if case .double(let left) = left, case .double(let right) = right { return left > right }
    return try compare(.greater, left, right)
  }

  @inline(__always)
  static func isGreaterOrEqual(_ left: Value, _ right: Value) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left >= right }
    if case .double(let left) = left, case .double(let right) = right { return left >= right }
    return try compare(.greaterOrEqual, left, right)
  }

  /// Compares what is not two ints nor two doubles.
  @inline(never)
  private static func compare(
    _ operation: ComparisonOperator, _ left: Value, _ right: Value
  ) throws(EvaluationFailure) -> Bool {
    switch (left, right) {
    case (.int(let left), .double(let right)): return operation.holds(Double(left), right)
    case (.double(let left), .int(let right)): return operation.holds(left, Double(right))
    case (.string(let left), .string(let right)): return operation.holds(left, right)
    case (.bool(let left), .bool(let right)):
      return operation.holds(left ? 1 : 0, right ? 1 : 0)
    default:
      throw .operands(
        spelling: operation.rawValue, [left.kind, right.kind],
        expectation: ComparisonOperator.expectation)
    }
  }
}

extension ComparisonOperator {
  /// Whether two operands of one type stand in this relation.
  func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
