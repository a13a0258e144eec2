/// Puts the nodes of a graph into layers, and orders each layer so that few edges cross.
///
/// An edge that passes through layers has a place in each of them, so that no edge leads through a
/// box.
struct GraphLayering {
  /// A place in a layer: a node, or an edge on its way.
  struct Place: Sendable {
    /// The index of the node; nil for an edge.
    var node: Int?
    var layer: Int
    /// The places above it that lead to it, and those below it.
    var above: [Int] = []
    var below: [Int] = []
  }

  private(set) var places: [Place] = []
  /// The places in each layer, from left to right.
  private(set) var layers: [[Int]] = []
  /// For each edge, the places from its node to the node that it leads to.
  private(set) var paths: [[Int]] = []

  /// The number of times that all layers are ordered, and the number of edges beyond which
  /// crossings are not counted.
  private static let rounds = 8
  private static let mostEdges = 2000

  init(_ graph: PipelineGraph) {
    let depths = Self.depths(of: graph)
    places = depths.enumerated().map { Place(node: $0, layer: $1) }
    layers = Array(repeating: [], count: (depths.max() ?? -1) + 1)
    for (index, place) in places.enumerated() { layers[place.layer].append(index) }
    for edge in graph.edges {
      var path = [edge.from]
      for layer in (depths[edge.from] + 1)..<max(depths[edge.to], depths[edge.from] + 1) {
        layers[layer].append(places.count)
        path.append(places.count)
        places.append(Place(node: nil, layer: layer))
      }
      path.append(edge.to)
      for (upper, lower) in zip(path, path.dropFirst()) {
        places[upper].below.append(lower)
        places[lower].above.append(upper)
      }
      paths.append(path)
    }
    order()
  }

  /// Returns the layer of each node. A node is below all nodes that lead to it, and a source is
  /// directly above the first node that receives from it.
  private static func depths(of graph: PipelineGraph) -> [Int] {
    var depths = Array(repeating: 0, count: graph.nodes.count)
    var hasInput = Array(repeating: false, count: graph.nodes.count)
    // Edges are in the order of the nodes that they lead to.
    for edge in graph.edges {
      depths[edge.to] = max(depths[edge.to], depths[edge.from] + 1)
      hasInput[edge.to] = true
    }
    for index in graph.nodes.indices where !hasInput[index] {
      let below = graph.edges.filter { $0.from == index }.map { depths[$0.to] }.min()
      depths[index] = below.map { $0 - 1 } ?? 0
    }
    return depths
  }

  // MARK: Order

  private mutating func order() {
    var best = layers
    var least = crossingCount
    for round in 0..<Self.rounds where least > 0 {
      let isDown = round % 2 == 0
      let order = isDown ? Array(layers.indices) : layers.indices.reversed()
      for layer in order { sort(layer, byNeighborsAbove: isDown) }
      let count = crossingCount
      if count < least { (best, least) = (layers, count) }
    }
    layers = best
  }

  /// Sorts a layer by the medians of its neighbors in the layer above, or below.
  private mutating func sort(_ layer: Int, byNeighborsAbove isAbove: Bool) {
    let ranks = ranks(in: isAbove ? layer - 1 : layer + 1)
    let medians = layers[layer].enumerated().map { position, place in
      let neighbors = (isAbove ? places[place].above : places[place].below)
        .compactMap { ranks[$0] }.sorted()
      // A node without neighbors stays where it is.
      guard !neighbors.isEmpty else { return (2 * position, position, place) }
      let middle = neighbors.count / 2
      let median =
        neighbors.count % 2 == 1
        ? 2 * neighbors[middle] : neighbors[middle - 1] + neighbors[middle]
      return (median, position, place)
    }
    layers[layer] = medians.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func ranks(in layer: Int) -> [Int: Int] {
    guard layers.indices.contains(layer) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: layers[layer].enumerated().map { ($0.element, $0.offset) })
  }

  /// The number of pairs of edges that cross; 0 if there are too many edges to count.
  private var crossingCount: Int {
    guard paths.count <= Self.mostEdges else { return 0 }
    var count = 0
    for layer in layers.indices.dropLast() {
      let ranks = ranks(in: layer + 1)
      let ends = layers[layer].flatMap { place in
        places[place].below.compactMap { ranks[$0] }.sorted()
      }
      for (index, end) in ends.enumerated() {
        for other in ends[(index + 1)...] where other < end { count += 1 }
      }
    }
    return count
  }
}
