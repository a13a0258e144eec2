import Values

extension CheckedTree {
  /// The fields of `$0` that the expression reads: `a` and `b` in `$0.a.x + $0['b']`. Nil if it
  /// reads, or may read, all of `$0`.
  var fieldsRead: Set<Text>? {
    var fields: Set<Text> = []
    /// The occurrences of `$0`, and those of them that may read more than a known field.
    var firsts: Set<SyntaxTree.Index> = []
    var wholes: Set<SyntaxTree.Index> = []
    func note(_ name: Text, of operand: SyntaxTree.Index) {
      guard firsts.contains(operand) else { return }
      wholes.remove(operand)
      fields.insert(name)
    }
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .variable(.first):
        firsts.insert(index)
        wholes.insert(index)
      case .form: return nil
      case .field(let operand, let name), .presence(let operand, let name):
        note(name.text, of: operand)
      case .index(let operand, let key):
        guard case .literal(.string(let name)) = tree.nodes[key].kind else { continue }
        note(name, of: operand)
      default: continue
      }
    }
    return wholes.isEmpty ? fields : nil
  }
}
