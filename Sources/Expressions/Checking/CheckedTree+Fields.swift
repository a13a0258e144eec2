import Values

extension CheckedTree {
  /// The fields of `$0` that the expression reads: `a` and `b` in `$0.a.x + $0['b']`. Nil if it
  /// reads, or may read, all of `$0`.
  var fieldsRead: Set<Text>? {
    var fields: Set<Text> = []
    /// The occurrences of `$0`, and those that may read more than a known field.
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

  /// The fields of `$0` that the expression needs, with the ranges of their names: the fields that
  /// it reads without ever checking whether they exist.
  var fieldsNeeded: [SyntaxTree.Name] {
    var read: [SyntaxTree.Name] = []
    var asked: Set<Text> = []
    func isFirst(_ operand: SyntaxTree.Index) -> Bool {
      if case .variable(.first) = tree.nodes[operand].kind { true } else { false }
    }
    func name(_ key: SyntaxTree.Index) -> SyntaxTree.Name? {
      guard case .literal(.string(let text)) = tree.nodes[key].kind else { return nil }
      return SyntaxTree.Name(text: text, range: tree.nodes[key].range)
    }
    for node in tree.nodes {
      switch node.kind {
      case .field(let operand, let name) where isFirst(operand): read.append(name)
      case .index(let operand, let key) where isFirst(operand): read += name(key).map { [$0] } ?? []
      case .presence(let operand, let name) where isFirst(operand),
        .optionalField(let operand, let name) where isFirst(operand):
        asked.insert(name.text)
      case .optionalIndex(let operand, let key) where isFirst(operand),
        .binary(.membership, let key, let operand) where isFirst(operand):
        if let name = name(key) { asked.insert(name.text) }
      default: continue
      }
    }
    return read.filter { !asked.contains($0.text) }
  }
}
