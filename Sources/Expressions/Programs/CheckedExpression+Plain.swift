package import Values

/// An expression that means the same in Swift for all values: it cannot fail, and its `==` is that
/// of `Value`.
///
/// Three kinds of expressions are excluded: arithmetic, because it overflows; comparisons of
/// numbers, because an int may equal a double in CEL; and reading a field, because it may be
/// missing.
package indirect enum PlainExpression {
  case literal(Value)
  case variable(Variable)
  case list([PlainExpression])
  case map([(key: Text, value: PlainExpression)])
  case equality(PlainExpression, PlainExpression, isNegated: Bool)
  case not(PlainExpression)
  case all([PlainExpression])
  case any([PlainExpression])
  case conditional(PlainExpression, PlainExpression, PlainExpression)

  /// Whether the result is a Swift `Bool`.
  package var isBool: Bool {
    switch self {
    case .equality, .not, .all, .any: true
    case .conditional(_, let success, _): success.isBool
    case .literal, .variable, .list, .map: false
    }
  }
}

extension CheckedExpression {
  /// The expression in plain Swift; nil if Swift means, or may mean, something else.
  package var plain: PlainExpression? {
    var rest = 100
    return plain(tree.root, &rest)
  }

  /// Translates a node. The number of remaining nodes bounds the depth.
  private func plain(_ index: SyntaxTree.Index, _ rest: inout Int) -> PlainExpression? {
    rest -= 1
    guard rest > 0 else { return nil }
    switch tree.nodes[index].kind {
    case .literal(let value): return .literal(value)
    case .variable(let variable):
      return [.first, .second, .outer, .key].contains(variable) ? .variable(variable) : nil
    case .unary(.not, let operand):
      return condition(operand, &rest).map { .not($0) }
    case .binary(.comparison(let comparison), let left, let right):
      guard comparison == .equal || comparison == .notEqual else { return nil }
      return equality(left, right, isNegated: comparison == .notEqual, &rest)
    case .all(let operands): return conditions(operands, &rest).map { .all($0) }
    case .any(let operands): return conditions(operands, &rest).map { .any($0) }
    case .conditional(let condition, let success, let failure):
      guard let condition = self.condition(condition, &rest), let success = plain(success, &rest),
        let failure = plain(failure, &rest), success.isBool == failure.isBool
      else { return nil }
      return .conditional(condition, success, failure)
    case .list(let elements):
      return values(elements, &rest).map { .list($0) }
    case .map(let entries): return map(entries, &rest)
    default: return nil
    }
  }

  private func condition(_ index: SyntaxTree.Index, _ rest: inout Int) -> PlainExpression? {
    plain(index, &rest).flatMap { $0.isBool ? $0 : nil }
  }

  private func conditions(
    _ indices: [SyntaxTree.Index], _ rest: inout Int
  ) -> [PlainExpression]? {
    var conditions: [PlainExpression] = []
    for index in indices {
      guard let condition = condition(index, &rest) else { return nil }
      conditions.append(condition)
    }
    return conditions
  }

  /// The operands as values. A Swift `Bool` is not a value.
  private func values(_ indices: [SyntaxTree.Index], _ rest: inout Int) -> [PlainExpression]? {
    var values: [PlainExpression] = []
    for index in indices {
      guard let value = plain(index, &rest), !value.isBool else { return nil }
      values.append(value)
    }
    return values
  }

  private func map(
    _ entries: [SyntaxTree.Entry], _ rest: inout Int
  ) -> PlainExpression? {
    var members: [(key: Text, value: PlainExpression)] = []
    for entry in entries {
      guard !entry.isOptional, case .literal(.string(let key)) = tree.nodes[entry.key].kind,
        !members.contains(where: { $0.key == key }), let value = plain(entry.value, &rest),
        !value.isBool
      else { return nil }
      members.append((key, value))
    }
    return .map(members)
  }

  /// Returns the equality with a literal that no number is equal to.
  private func equality(
    _ left: SyntaxTree.Index, _ right: SyntaxTree.Index, isNegated: Bool, _ rest: inout Int
  ) -> PlainExpression? {
    guard let left = plain(left, &rest), let right = plain(right, &rest),
      case .variable = left.isExact ? right : left, left.isExact || right.isExact
    else { return nil }
    return .equality(left, right, isNegated: isNegated)
  }
}

extension PlainExpression {
  /// Whether it is a literal for which CEL's `==` is the same as that of `Value`.
  fileprivate var isExact: Bool {
    switch self {
    case .literal(.null), .literal(.bool), .literal(.string): true
    default: false
    }
  }
}
