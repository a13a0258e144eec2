/// A syntax tree with the results of the checker.
struct CheckedTree: Sendable {
  let tree: SyntaxTree
  let scope: Scope
  /// The type of each node.
  var types: [ValueType] = []
  /// For each call, the name of the function and the overloads that match its arguments.
  var calls: [SyntaxTree.Index: Call] = [:]
  /// For each call of `matches` with a literal pattern, the pattern.
  var patterns: [SyntaxTree.Index: Pattern] = [:]
  var usesTime = false
  /// The range of the first read of each variable that is only available in some places.
  var reads: [Variable: Range<Int>] = [:]

  struct Call: Sendable {
    let name: String
    let overloads: [Overload]
  }

  var type: ValueType { types[tree.root] }
}
