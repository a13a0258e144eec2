extension Plan {
  /// Leaves only what outputs need, and joins joined streams into one: an `append` that nothing
  /// but another `append` takes in becomes a part of that one, a `merge` likewise.
  ///
  /// Ten thousand streams that each append to the one before are then one of ten thousand inputs;
  /// else each value would go through all the streams behind its own. What comes, and when, is the
  /// same.
  mutating func trim(for outputs: [Int]) {
    let uses = countUses(from: outputs)
    for index in nodes.indices where uses[index] == 0 { nodes[index] = .sequence([]) }
    // From the last on: a node that becomes part of another is gone when its turn comes.
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .append: nodes[index] = .append(takeParts(of: index, uses))
      case .merge: nodes[index] = .merge(takeParts(of: index, uses))
      default: break
      }
    }
    hotDiagrams.removeAll { uses[$0] == 0 }
  }

  /// How often each node is taken in by nodes that the outputs need.
  private func countUses(from outputs: [Int]) -> [Int] {
    var uses = Array(repeating: 0, count: nodes.count)
    for output in outputs { uses[output] += 1 }
    for index in uses.indices.reversed() where uses[index] > 0 {
      for input in nodes[index].inputs + nodes[index].inner { uses[input] += 1 }
    }
    return uses
  }

  /// The inputs of a join, with those of joins of the same kind in their place; takes these out of the
  /// plan.
  private mutating func takeParts(of join: Int, _ uses: [Int]) -> [Int] {
    var parts: [Int] = []
    var waiting = Array(nodes[join].inputs.reversed())
    while let next = waiting.popLast() {
      if uses[next] == 1, nodes[next].joinsLike(nodes[join]) {
        waiting.append(contentsOf: nodes[next].inputs.reversed())
        nodes[next] = .sequence([])
      } else {
        parts.append(next)
      }
    }
    return parts
  }
}

extension Plan.Node {
  /// The nodes of the same plan from which this one takes its values.
  var inputs: [Int] {
    switch self {
    case .items(let items): items.inputs
    case .append(let inputs), .merge(let inputs), .zip(let inputs): inputs
    case .stage(let inputs, _, _): inputs
    case .delay(let input, _), .transform(let input, _): [input]
    case .item, .outer, .sequence, .evaluated, .marbles, .input, .group: []
    }
  }

  /// The nodes of the same plan that this one plays by itself.
  var inner: [Int] {
    if case .stage(_, let inner, _) = self { inner } else { [] }
  }

  fileprivate func joinsLike(_ other: Plan.Node) -> Bool {
    switch (self, other) {
    case (.append, .append), (.merge, .merge): true
    default: false
    }
  }
}
