/// A syntax tree and what the checker found out about it.
struct CheckedTree: Sendable {
  let tree: SyntaxTree
  let scope: Scope
  /// The type of each node.
  var types: [ValueType] = []
  /// For each call, the function's name and the overloads that its arguments can have.
  var calls: [SyntaxTree.Index: Call] = [:]
  /// For each call of `matches` with a literal pattern, the pattern.
  var patterns: [SyntaxTree.Index: Pattern] = [:]
  var usesTime = false

  struct Call: Sendable {
    let name: String
    let overloads: [Overload]
  }

  var type: ValueType { types[tree.root] }

  /// What is done with a value that leaves: only what an expression made is looked at.
  var exit: EntryPoints.Exit {
    switch type {
    case .null, .bool, .int, .string: return .open
    case .dyn, .double, .list, .map, .keyedMap, .timestamp, .duration, .type, .optional:
      return tree.nodes.indices.contains(where: makesValue) ? .guarded : .open
    }
  }

  /// Whether a node may make a double, a container, or something that JSON has not.
  private func makesValue(_ index: SyntaxTree.Index) -> Bool {
    switch types[index] {
    case .null, .bool, .int, .string: return false
    default: break
    }
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
}
