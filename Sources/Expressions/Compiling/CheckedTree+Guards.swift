import Values

// The work around an evaluation takes time, so it is done only where it can matter.
extension CheckedTree {
  var guards: EntryPoints.Guards {
    EntryPoints.Guards(
      guardsExit: !isPlain(type) && tree.nodes.indices.contains(where: makesValue),
      countsSteps: tree.nodes.indices.contains(where: takesSteps))
  }

  /// Whether values of a type leave the expression unchanged.
  private func isPlain(_ type: ValueType) -> Bool {
    switch type {
    case .null, .bool, .int, .string: true
    case .dyn, .double, .list, .map, .keyedMap, .timestamp, .duration, .type, .optional: false
    }
  }

  /// Whether a node may create a double, a container, or a value that JSON does not have.
  private func makesValue(_ index: SyntaxTree.Index) -> Bool {
    if isPlain(types[index]) { return false }
    switch tree.nodes[index].kind {
    case .literal, .variable, .form, .binding, .binder, .unary, .all, .any, .conditional, .field,
      .presence, .index:
      return false
    case .name: return types[index] == .type
    case .binary, .optionalField, .optionalIndex, .list, .optionalElement, .map, .call,
      .comprehension:
      return true
    }
  }

  /// Whether a node may count steps.
  private func takesSteps(_ index: SyntaxTree.Index) -> Bool {
    switch tree.nodes[index].kind {
    case .literal, .variable, .form, .binding, .binder, .unary, .all, .any, .conditional, .field,
      .presence, .name, .list, .optionalField, .optionalElement:
      return false
    case .index(_, let key): return !isShort(key)
    case .binary(.arithmetic(let operation), let left, let right):
      return operation == .add && !isSmall(types[left]) && !isSmall(types[right])
    case .binary(.comparison, let left, let right): return !isShort(left) && !isShort(right)
    case .binary(.membership, _, _), .optionalIndex, .map, .call, .comprehension: return true
    }
  }

  /// Whether an operand is so short that an operator with it takes less than one step, whatever the
  /// other operand is.
  private func isShort(_ index: SyntaxTree.Index) -> Bool {
    if case .literal(.string(let text)) = tree.nodes[index].kind { return text.utf8.count < 256 }
    return isSmall(types[index])
  }

  /// Whether all values of a type have the same size.
  private func isSmall(_ type: ValueType) -> Bool {
    switch type {
    case .null, .bool, .int, .double, .timestamp, .duration, .type: true
    case .dyn, .string, .list, .map, .keyedMap, .optional: false
    }
  }
}
