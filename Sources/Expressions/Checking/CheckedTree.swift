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
  /// Where each variable that only some places have is first read.
  var reads: [Variable: Range<Int>] = [:]

  struct Call: Sendable {
    let name: String
    let overloads: [Overload]
  }

  var type: ValueType { types[tree.root] }
}
