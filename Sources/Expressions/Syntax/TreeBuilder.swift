/// Collects the nodes of a syntax tree and enforces its limits.
struct TreeBuilder {
  private(set) var tree = SyntaxTree()
  /// For each node, the number of operations up to it that use one another's results.
  private var depths: [Int] = []
  /// For each node, its range including the parentheses around it.
  private var extents: [Range<Int>] = []

  /// Adds a node whose operands have already been added.
  mutating func add(
    _ kind: SyntaxTree.Kind, operands: [SyntaxTree.Index] = [], range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    if tree.nodes.count == ExpressionLimits.nodes {
      throw ExpressionError(
        .limit, "more than \(ExpressionLimits.nodes) nodes, the limit for an expression",
        range: range)
    }
    var depth = 0
    for operand in operands { depth = max(depth, depths[operand] + 1) }
    if depth > ExpressionLimits.depth {
      throw ExpressionError(
        .limit,
        "more than \(ExpressionLimits.depth) nested operations, the limit for an expression",
        range: range)
    }
    tree.nodes.append(SyntaxTree.Node(kind: kind, range: range))
    depths.append(depth)
    extents.append(range)
    return tree.root
  }

  /// Replaces the node added last by another one with the same operands.
  mutating func replaceLast(_ kind: SyntaxTree.Kind, range: Range<Int>) -> SyntaxTree.Index {
    tree.nodes[tree.root] = SyntaxTree.Node(kind: kind, range: range)
    extents[tree.root] = range
    return tree.root
  }

  /// Removes the node added last, which nothing uses yet.
  mutating func removeLast() {
    tree.nodes.removeLast()
    depths.removeLast()
    extents.removeLast()
  }

  /// Adds the expression of a parameter after all texts so far.
  mutating func insert(_ insertion: Insertion) {
    tree.insertions.append(insertion)
  }

  /// Records that a node is a parameter that is a duration.
  mutating func noteSpan(_ index: SyntaxTree.Index) {
    tree.spans.insert(index)
  }

  /// Records the number of macro variables in scope at a place.
  mutating func noteMacroDepth(_ depth: Int) {
    tree.macroDepth = max(tree.macroDepth, depth)
  }

  subscript(index: SyntaxTree.Index) -> SyntaxTree.Kind { tree.nodes[index].kind }

  func extent(_ index: SyntaxTree.Index) -> Range<Int> { extents[index] }

  /// Records the parentheses around a node.
  mutating func widen(_ index: SyntaxTree.Index, to extent: Range<Int>) {
    extents[index] = extent
  }
}
