import Values

// An int and a double are compared as doubles, as in CEL: 1 == 1.0, and 2^63 - 1 == 2^63 as a
// double.
extension Value {
  @inline(__always)
  static func areEqual(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left == right }
    return try areEqualSlowly(left, right, &frame)
  }

  /// Compares for equality in the sense of CEL: values of different kinds are unequal, except for
  /// numbers.
  ///
  /// The recursion is as deep as the value, which is bounded by the limits on the depth of values
  /// and of expressions.
  @inline(never)
  private static func areEqualSlowly(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.int(let left), .double(let right)): return Double(left) == right
    case (.double(let left), .int(let right)): return left == Double(right)
    case (.string(let left), .string(let right)):
      if left.utf8.count == right.utf8.count { try frame.spend(on: left) }
      return left == right
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      for index in left.indices {
        try frame.spend(1)
        guard try areEqual(left[index], right[index], &frame) else { return false }
      }
      return true
    case (.object(let left), .object(let right)): return try areEqual(left, right, &frame)
    default: return false
    }
  }

  private static func areEqual(
    _ left: Object, _ right: Object, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    guard left.count == right.count else { return false }
    if left.isEmpty { return try areEmptyEqual(left, right, &frame) }
    let isAlike = left.hasShape(of: right)
    for (position, key) in left.keys.enumerated() {
      try frame.spend(1)
      // A key is looked up only if the objects have different keys.
      let other = isAlike ? right[position] : right[key]
      guard let other, try areEqual(left[position], other, &frame) else { return false }
    }
    return true
  }

  /// Compares objects without members, which may be values that JSON does not have.
  private static func areEmptyEqual(
    _ left: Object, _ right: Object, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    guard let left = left.special, let right = right.special else {
      return left.special == nil && right.special == nil
    }
    return try NonJSONValue.Content.areEqual(left, right, &frame)
  }

  @inline(__always)
  static func isLess(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left < right }
    if case .double(let left) = left, case .double(let right) = right { return left < right }
    return try compare(.less, left, right, &frame)
  }

  @inline(__always)
  static func isLessOrEqual(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left <= right }
    if case .double(let left) = left, case .double(let right) = right { return left <= right }
    return try compare(.lessOrEqual, left, right, &frame)
  }

  @inline(__always)
  static func isGreater(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left > right }
    if case .double(let left) = left, case .double(let right) = right { return left > right }
    return try compare(.greater, left, right, &frame)
  }

  @inline(__always)
  static func isGreaterOrEqual(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    if case .int(let left) = left, case .int(let right) = right { return left >= right }
    if case .double(let left) = left, case .double(let right) = right { return left >= right }
    return try compare(.greaterOrEqual, left, right, &frame)
  }

  /// Compares operands other than two ints or two doubles.
  @inline(never)
  private static func compare(
    _ operation: ComparisonOperator, _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    switch (left, right) {
    case (.int(let left), .double(let right)): return operation.holds(Double(left), right)
    case (.double(let left), .int(let right)): return operation.holds(left, Double(right))
    case (.string(let left), .string(let right)):
      try frame.spend(on: left.utf8.count < right.utf8.count ? left : right)
      return operation.holds(left, right)
    case (.bool(let left), .bool(let right)):
      return operation.holds(left ? 1 : 0, right ? 1 : 0)
    default:
      switch (left.special, right.special) {
      case (.timestamp(let left), .timestamp(let right)): return operation.holds(left, right)
      case (.duration(let left), .duration(let right)): return operation.holds(left, right)
      default: break
      }
      throw .operands(
        spelling: operation.rawValue, [left.runtimeKind, right.runtimeKind],
        expectation: ComparisonOperator.expectation)
    }
  }
}

extension ComparisonOperator {
  /// Whether this relation holds between two operands of the same type.
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
