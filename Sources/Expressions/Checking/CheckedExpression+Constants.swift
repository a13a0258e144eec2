import Values

extension CheckedExpression {
  /// Returns the result of a condition that is the same for all values; nil if that is not certain.
  ///
  /// A result that depends on parameters is not constant, because they can be set.
  ///
  /// - Parameter trustsTypes: Whether every value is guaranteed to have the declared type of its
  ///   variable.
  package func constantCondition(trustingTypes trustsTypes: Bool) -> Bool? {
    guard tree.insertions.isEmpty else { return nil }
    var constants = ConstantConditions(of: self, trustsTypes: trustsTypes)
    return constants.result
  }

  /// Whether the result is `$0` itself, or the time.
  package var isValueOrTime: Bool {
    switch tree.nodes[tree.root].kind {
    case .variable(.first), .variable(.time): tree.nodes.count == 1
    default: false
    }
  }
}

/// Finds the parts of an expression that are true, or false, for all values.
private struct ConstantConditions {
  private let expression: CheckedExpression
  private let trustsTypes: Bool
  /// For each node, its result if that is a constant bool.
  private var results: [Bool?] = []
  /// For each node, whether it reads no variable and no parameter.
  private var areClosed: [Bool] = []

  init(of expression: CheckedExpression, trustsTypes: Bool) {
    self.expression = expression
    self.trustsTypes = trustsTypes
  }

  private var tree: SyntaxTree { expression.tree }

  /// The result of the whole expression; nil if it is not constant.
  var result: Bool? {
    mutating get {
      let scalars = Array(expression.text.unicodeScalars)
      for (index, node) in tree.nodes.enumerated() {
        let start = node.range.lowerBound
        var isParameter = false
        if case .literal = node.kind {
          isParameter = scalars.indices.contains(start) && scalars[start] == "$"
        }
        areClosed.append(isClosed(node.kind, isParameter: isParameter))
        results.append(isParameter ? nil : constant(node.kind, at: index))
      }
      if let last = results.last, let known = last { return known }
      guard areClosed.allSatisfy(\.self) else { return nil }
      var frame = Frame()
      do throws(EvaluationError) {
        return try expression.evaluator().condition(in: &frame)
      } catch {
        return nil
      }
    }
  }

  private func isClosed(_ kind: SyntaxTree.Kind, isParameter: Bool) -> Bool {
    switch kind {
    case .literal: !isParameter
    case .variable, .form, .name: false
    default: true
    }
  }

  private func constant(_ kind: SyntaxTree.Kind, at index: SyntaxTree.Index) -> Bool? {
    switch kind {
    case .literal(.bool(let value)): return value
    case .unary(.not, let operand): return results[operand].map(!)
    // An operand that fails does not matter if another one decides.
    case .all(let operands):
      if operands.contains(where: { results[$0] == false }) { return false }
      return operands.allSatisfy { results[$0] == true } ? true : nil
    case .any(let operands):
      if operands.contains(where: { results[$0] == true }) { return true }
      return operands.allSatisfy { results[$0] == false } ? false : nil
    case .conditional(let condition, let success, let failure):
      return results[condition].flatMap { results[$0 ? success : failure] }
    case .binary(.comparison(let comparison), let left, let right):
      guard trustsTypes, comparison.isEquality, areDisjoint(left, right) else { return nil }
      return comparison == .notEqual
    default: return nil
    }
  }

  /// Whether no value of one operand equals a value of the other.
  private func areDisjoint(_ left: SyntaxTree.Index, _ right: SyntaxTree.Index) -> Bool {
    guard let left = basicKind(of: left), let right = basicKind(of: right) else { return false }
    return left != right
  }

  /// Returns a number for the kind of an operand's values, the same for all numbers; nil if the
  /// kind is not known, or if JSON has no such kind.
  private func basicKind(of node: SyntaxTree.Index) -> Int? {
    switch expression.checked.types[node] {
    case .bool: 0
    case .int, .double: 1
    case .string: 2
    case .list: 3
    case .map: 4
    default: nil
    }
  }
}
