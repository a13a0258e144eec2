import Expressions

/// The nodes of a plan, each of which refers only to earlier nodes.
///
/// It is a list and not a tree: names in a file may be nested a hundred thousand levels deep, and
/// neither building nor releasing a plan may recurse that deep.
package struct NodeGraph: Sendable {
  package private(set) var nodes: [Plan.Node] = []
  /// The places of the operators and streams to which nodes belong that have a state, in the order
  /// of the nodes. An array, because each item of a long stream has its own plan.
  private var places: [(node: Int, place: ExpressionPlace)] = []

  /// Adds a node and returns its index. If it may have a state, it belongs to a place.
  mutating func append(_ node: Plan.Node, at place: ExpressionPlace? = nil) -> Int {
    nodes.append(node)
    let number = nodes.count - 1
    guard let place, node.hasPlace else { return number }
    if !node.mayHoldValues, case .transform(let input, _) = node, case .transform = nodes[input],
      let owner = self.place(of: input)
    {
      // The two become one stage, which belongs to the operator that holds values.
      places.append((number, owner))
    } else {
      places.append((number, place))
    }
    return number
  }

  /// Returns the same places with other nodes.
  func replacing(_ nodes: [Plan.Node]) -> NodeGraph {
    var graph = self
    graph.nodes = nodes
    return graph
  }

  /// The place of the operator or stream to which a node belongs, if it may have a state.
  func place(of node: Int) -> ExpressionPlace? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].node == node ? places[low].place : nil
  }

  /// Returns the transforms at a node and directly before it, in order, and the node before them.
  func transforms(before node: Int) -> (base: Int, transforms: [Transform]) {
    var transforms: [Transform] = []
    var base = node
    while case .transform(let input, let transform) = nodes[base] {
      transforms.append(transform)
      base = input
    }
    return (base, transforms.reversed())
  }

  /// The places of the transforms with a state among those at a node and directly before it, in
  /// order.
  func placesOfSteps(at node: Int) -> [ExpressionPlace] {
    var places: [ExpressionPlace] = []
    var next = node
    while case .transform(let input, let transform) = nodes[next] {
      if !transform.isStateless, let place = place(of: next) { places.append(place) }
      next = input
    }
    return places.reversed()
  }

  /// The places of the stages of the inner stream that a node plays, the last stage first; empty if
  /// it plays none, or one that is not a line.
  func placesOfInner(at node: Int) -> [ExpressionPlace] {
    guard nodes[node].inner.count == 1 else { return [] }
    var places: [ExpressionPlace] = []
    var next = nodes[node].inner[0]
    while let place = place(of: next) {
      places.append(place)
      let (base, transforms) = transforms(before: next)
      if !transforms.isEmpty {
        next = base
      } else if nodes[next].inputs.count == 1 {
        next = nodes[next].inputs[0]
      } else {
        return []
      }
    }
    return places
  }

  /// The nodes whose publishers are built for an output, in order. The node after consecutive
  /// transforms builds them together with itself; transforms at the output are built by the output.
  func nodesToBuild(for output: Int) -> [Int] {
    var found: Set<Int> = [output]
    var waiting = [output]
    while let next = waiting.popLast() {
      // A stream that is played once has a chain for itself.
      if case .latest = nodes[next] { continue }
      for input in nodes[next].inputs where found.insert(input).inserted { waiting.append(input) }
    }
    return found.sorted().filter { index in
      if case .transform = nodes[index] { index == output } else { true }
    }
  }

  /// The numbers of the inputs that nodes read.
  var usedInputs: Set<Int> {
    Set(
      nodes.compactMap { node in
        if case .input(let number) = node { number } else { nil }
      })
  }

  /// The nodes to build for each inner stream.
  var innerOrders: [Int: [Int]] {
    var orders: [Int: [Int]] = [:]
    for inner in nodes.flatMap(\.inner) where orders[inner] == nil {
      orders[inner] = nodesToBuild(for: inner)
    }
    return orders
  }
}
