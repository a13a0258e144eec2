/// A stream of a plan that is played once.
struct LatestPlan: Sendable {
  /// The node that emits its events to its subscribers.
  let node: Int
  /// The node with its events.
  let source: Int
  /// Whether inputs lead to it.
  let readsInput: Bool
}

extension NodeGraph {
  /// The streams that are played once, in order.
  var latest: [LatestPlan] {
    nodes.indices.compactMap { node in
      guard case .latest(let source) = nodes[node] else { return nil }
      return LatestPlan(node: node, source: source, readsInput: readsInput(source))
    }
  }

  private func readsInput(_ output: Int) -> Bool {
    var found: Set<Int> = [output]
    var waiting = [output]
    while let next = waiting.popLast() {
      if case .input = nodes[next] { return true }
      for node in nodes[next].inputs + nodes[next].inner where found.insert(node).inserted {
        waiting.append(node)
      }
    }
    return false
  }
}
