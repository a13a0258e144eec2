import Values

extension Compiler {
  /// Returns the code for a parameter that is a duration and another operand: beside a number it is
  /// a number of seconds, which may show only at run time. Nil for other operands.
  func code(
    for operation: BinaryOperator, ofSpan left: SyntaxTree.Index, _ right: SyntaxTree.Index
  ) -> Code? {
    let isLeft = checked.tree.spans.contains(left)
    guard isLeft != checked.tree.spans.contains(right), operation.takesSeconds else { return nil }
    let (span, other) = isLeft ? (codes[left], codes[right]) : (codes[right], codes[left])
    guard let duration = span.boxed.constant, case .duration(let time)? = duration.special else {
      return nil
    }
    let seconds = Value.double(Frame.seconds(ofNanoseconds: time.nanoseconds))
    let type = checked.types[isLeft ? right : left]
    if type.isNumber {
      let number = Code(constant: seconds)
      return isLeft ? code(for: operation, number, other) : code(for: operation, other, number)
    }
    guard type.isDyn else { return nil }
    let operand = other.boxed
    /// Evaluates the other operand, and returns both.
    let operands: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> (Value, Value)
    operands = { (first, second, frame) throws(EvaluationFailure) in
      let value = try operand.evaluate(first, second, &frame)
      let span = [.int, .double].contains(value.runtimeKind) ? seconds : duration
      return isLeft ? (span, value) : (value, span)
    }
    guard case .comparison(let comparison) = operation else {
      return .value(
        ValueRoutine(
          ClosureTerm { (first, second, frame) throws(EvaluationFailure) in
            let (left, right) = try operands(first, second, &frame)
            return operation.isSum
              ? try Value.sum(left, right, &frame) : try Value.difference(left, right)
          }))
    }
    return .bool(
      BoolRoutine(
        ClosureTerm { (first, second, frame) throws(EvaluationFailure) in
          let (left, right) = try operands(first, second, &frame)
          return try comparison.holds(left, right, &frame)
        }))
  }
}

extension BinaryOperator {
  /// Whether a duration beside a number is a number of seconds.
  var takesSeconds: Bool {
    switch self {
    case .comparison(let comparison): !comparison.isEquality
    case .arithmetic(let arithmetic): arithmetic == .add || arithmetic == .subtract
    case .membership: false
    }
  }

  fileprivate var isSum: Bool {
    if case .arithmetic(.add) = self { true } else { false }
  }
}

extension ComparisonOperator {
  fileprivate func holds(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    switch self {
    case .equal: try Value.areEqual(left, right, &frame)
    case .notEqual: try !Value.areEqual(left, right, &frame)
    case .less: try Value.isLess(left, right, &frame)
    case .lessOrEqual: try Value.isLessOrEqual(left, right, &frame)
    case .greater: try Value.isGreater(left, right, &frame)
    case .greaterOrEqual: try Value.isGreaterOrEqual(left, right, &frame)
    }
  }
}
