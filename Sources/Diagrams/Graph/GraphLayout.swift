import Marbles

/// The positions of a graph's boxes and edges in a picture, in pixels.
struct GraphLayout {
  /// A rectangle.
  struct Box: Hashable {
    var x: Range<Int>
    var y: Range<Int>

    func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }
  }

  /// The columns of the longest text in a box, and of the longest type beside an edge.
  static let longestText = 34
  private static let longestType = 24
  static let column = 8
  private static let gap = 28
  private static let layerGap = 54
  private static let margin = 24

  let graph: PipelineGraph
  let layering: GraphLayering
  private(set) var boxes: [Box] = []
  /// For each node, the type of the values that it emits; empty if the type is not known.
  private(set) var types: [String] = []
  /// The boxes of clusters; nil for a cluster whose nodes cannot be enclosed without others.
  private(set) var clusters: [Box?] = []
  private(set) var width = 0
  private(set) var height = 0
  /// The middle of each place.
  private(set) var centers: [Int] = []
  /// The top and the bottom of each layer.
  private(set) var layerExtents: [Range<Int>] = []

  init(_ graph: PipelineGraph) {
    self.graph = graph
    layering = GraphLayering(graph)
    types = graph.nodes.indices.map { index in
      let type = graph.edges.first { $0.from == index && !$0.type.isEmpty }?.type ?? ""
      return ChartText.line(type, limit: Self.longestType)
    }
    let sizes = graph.nodes.map(Self.size)
    place(sizes)
    var y = Self.margin + 20
    for layer in layering.layers {
      let height = layer.compactMap { layering.places[$0].node.map { sizes[$0].height } }.max() ?? 0
      layerExtents.append(y..<(y + height))
      y += height + Self.layerGap
    }
    height = max(y - Self.layerGap + Self.margin, 2 * Self.margin)
    boxes = graph.nodes.indices.map { index in
      let top = layerExtents[layering.places[index].layer].lowerBound
      let left = centers[index] - sizes[index].width / 2
      return Box(
        x: left..<(left + sizes[index].width), y: top..<(top + sizes[index].height))
    }
    placeClusters()
  }

  /// Returns the size of the box of a node.
  private static func size(of node: PipelineGraph.Node) -> (width: Int, height: Int) {
    let lines = node.lines(limit: longestText)
    let columns = lines.map(ChartText.width).max() ?? 0
    return (max(64, columns * column + 32), lines.count > 1 ? 52 : 36)
  }

  // MARK: Positions

  /// Places everything in a row of its layer, as near to its neighbors as the order permits.
  private mutating func place(_ sizes: [(width: Int, height: Int)]) {
    let widths = layering.places.enumerated().map { index, place -> Double in
      guard let node = place.node else { return 12 }
      // The type is to the right of the edge, below the middle of the box.
      let type = types[node].isEmpty ? 0 : 2 * (ChartText.width(types[node]) * Self.column + 10)
      return Double(max(sizes[index].width, type))
    }
    var middles = Array(repeating: 0.0, count: layering.places.count)
    for layer in layering.layers {
      var x = 0.0
      for place in layer {
        middles[place] = x + widths[place] / 2
        x += widths[place] + Double(Self.gap)
      }
    }
    for round in 0..<12 {
      let isDown = round % 2 == 0
      let layers = isDown ? layering.layers : layering.layers.reversed()
      for layer in layers {
        let wanted = layer.map { place -> Double in
          let neighbors = isDown ? layering.places[place].above : layering.places[place].below
          guard !neighbors.isEmpty else { return middles[place] }
          return neighbors.reduce(0) { $0 + middles[$1] } / Double(neighbors.count)
        }
        let found = Self.positions(wanted, widths: layer.map { widths[$0] })
        for (place, middle) in zip(layer, found) { middles[place] = middle }
      }
    }
    let left = zip(middles, widths).map { $0 - $1 / 2 }.min() ?? 0
    let right = zip(middles, widths).map { $0 + $1 / 2 }.max() ?? 0
    centers = middles.map { Int(($0 - left).rounded()) + Self.margin }
    width = Int((right - left).rounded()) + 2 * Self.margin
  }

  /// Returns the middles nearest to the desired ones, in the same order and without overlaps.
  /// Neighbors that would overlap move together.
  private static func positions(_ wanted: [Double], widths: [Double]) -> [Double] {
    var offsets: [Double] = []
    var offset = 0.0
    for (index, width) in widths.enumerated() {
      if index > 0 { offset += widths[index - 1] / 2 + width / 2 + Double(gap) }
      offsets.append(offset)
    }
    var blocks: [(sum: Double, count: Int)] = []
    for (want, offset) in zip(wanted, offsets) {
      var block = (sum: want - offset, count: 1)
      while let last = blocks.last,
        last.sum / Double(last.count) > block.sum / Double(block.count)
      {
        block = (last.sum + block.sum, last.count + block.count)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    let bases = blocks.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
    return zip(bases, offsets).map { $0 + $1 }
  }

  // MARK: Clusters

  /// Draws a box around the nodes of each cluster, unless there are other nodes among them.
  private mutating func placeClusters() {
    var members = Array(repeating: [Int](), count: graph.clusters.count)
    for (index, node) in graph.nodes.enumerated() {
      if let cluster = node.cluster { members[cluster].append(index) }
    }
    var found: [Box?] = members.map { members in
      guard let first = members.first else { return nil }
      var box = boxes[first]
      for member in members.dropFirst() {
        let other = boxes[member]
        box.x =
          min(box.x.lowerBound, other.x.lowerBound)..<max(box.x.upperBound, other.x.upperBound)
        box.y =
          min(box.y.lowerBound, other.y.lowerBound)..<max(box.y.upperBound, other.y.upperBound)
      }
      return Box(
        x: (box.x.lowerBound - 10)..<(box.x.upperBound + 10),
        y: (box.y.lowerBound - 24)..<(box.y.upperBound + 10))
    }
    for (index, box) in found.enumerated() {
      guard let box else { continue }
      let isAlone =
        boxes.indices.allSatisfy { graph.nodes[$0].cluster == index || !boxes[$0].overlaps(box) }
        && found[..<index].allSatisfy { $0.map { !$0.overlaps(box) } ?? true }
      if !isAlone { found[index] = nil }
    }
    clusters = found
  }
}
