import StreamModels

extension NodeGraph {
  /// Returns the nodes that the outputs need, with nested joins flattened: an `append` whose only
  /// downstream is another `append` becomes part of that one, and a `merge` likewise.
  ///
  /// Ten thousand streams that each append to the previous one then become one stream of ten
  /// thousand inputs; otherwise each value would pass through all later streams. The values and
  /// their times stay the same.
  package func trimmed(for outputs: [Int]) -> NodeGraph {
    let uses = countUses(from: outputs)
    var nodes = nodes
    for index in nodes.indices where uses[index] == 0 { nodes[index] = .sequence([]) }
    // Backwards from the last node: a node that becomes part of another is removed before it is
    // visited.
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .append: nodes[index] = .append(Self.takeParts(of: index, from: &nodes, uses))
      case .merge: nodes[index] = .merge(Self.takeParts(of: index, from: &nodes, uses))
      default: break
      }
    }
    return replacing(nodes)
  }

  /// Counts how often each node is an input of a node that the outputs need.
  private func countUses(from outputs: [Int]) -> [Int] {
    var uses = Array(repeating: 0, count: nodes.count)
    for output in outputs { uses[output] += 1 }
    for index in uses.indices.reversed() where uses[index] > 0 {
      for input in nodes[index].inputs + nodes[index].inner { uses[input] += 1 }
    }
    return uses
  }

  /// Returns the inputs of a join, with each join of the same kind replaced by its own inputs.
  /// Removes the replaced joins.
  private static func takeParts(
    of join: Int, from nodes: inout [Plan.Node], _ uses: [Int]
  ) -> [Int] {
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
  /// The nodes of the same plan that are upstream of this one.
  var inputs: [Int] {
    switch self {
    case .items(let items): items.inputs
    case .append(let inputs), .merge(let inputs), .zip(let inputs): inputs
    case .stage(let inputs, _, _): inputs
    case .delay(let input, _), .transform(let input, _), .latest(let input): [input]
    case .item, .outer, .sequence, .evaluated, .marbles, .input, .sideOutput, .group: []
    }
  }

  /// The nodes of the same plan that this one subscribes to itself; each is built anew for every
  /// subscription.
  var inner: [Int] {
    if case .stage(_, let inner, _) = self { inner } else { [] }
  }

  /// Whether it only records the events that pass, for a trace.
  var isTracePoint: Bool {
    if case .stage(_, _, let plan) = self { plan.tracePoint != nil } else { false }
  }

  /// Whether it may store values for later.
  var mayHoldValues: Bool {
    switch self {
    case .stage(_, _, let plan): plan.tracePoint == nil
    case .transform(_, let transform): !transform.isStateless
    case .zip, .delay, .append, .merge: true
    case .items, .item, .outer, .sequence, .evaluated, .marbles, .input, .sideOutput, .group,
      .latest:
      false
    }
  }

  /// Whether its subscriptions have a place: those of sources, and of what may change values.
  var hasPlace: Bool {
    switch self {
    case .items, .marbles, .input, .sideOutput, .latest, .transform: true
    case .item, .outer, .sequence, .evaluated, .group, .append, .merge, .zip, .delay, .stage:
      mayHoldValues
    }
  }

  fileprivate func joinsLike(_ other: Plan.Node) -> Bool {
    switch (self, other) {
    case (.append, .append), (.merge, .merge): true
    default: false
    }
  }
}
