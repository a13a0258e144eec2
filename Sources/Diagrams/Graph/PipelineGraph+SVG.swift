import Marbles

extension PipelineGraph {
  /// Draws the graph as a picture, with sources at the top, outputs at the bottom, and the type of
  /// the values beside each edge.
  ///
  /// The same graph always results in the same bytes.
  ///
  /// - Parameter title: The title of the picture, for screen readers.
  public func svg(title: String = "Pipeline") -> String {
    SVGGraph(GraphLayout(self), title: title).text
  }
}

/// The picture of a graph while it is written, layer by layer, from the back to the front.
struct SVGGraph {
  private(set) var text = ""
  /// All texts, in the order in which they are written.
  private(set) var textBoxes: [SVGPicture.TextBox] = []

  private let layout: GraphLayout
  private var writer = SVGWriter()

  private var graph: PipelineGraph { layout.graph }

  init(_ layout: GraphLayout, title: String) {
    self.layout = layout
    let (width, height) = (layout.width, layout.height)
    writer.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"streams\" width=\"\(width)\" "
        + "height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" "
        + "role=\"graphics-document document\" aria-label=\"\(SVGWriter.escaped(title))\">")
    writer.element("title", title)
    writer.line("<style>\n\(SVGStyle.sheet)\(Self.style)</style>")
    writeClusters()
    for index in graph.edges.indices { writeEdge(index) }
    for index in graph.nodes.indices { writeNode(index) }
    writer.line("</svg>")
    text = writer.text
  }

  private static let style = """
    .streams .y{fill:#6e7781;font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px}
    .streams .i{stroke-dasharray:5 4}
    .streams .u{fill:none;stroke:#d0d7de;stroke-dasharray:2 3}
    .streams .z{fill:#fff;stroke:#afb8c1;stroke-width:1.5}
    @media (prefers-color-scheme:dark){
    .streams .y{fill:#8d96a0;stroke:#0d1117}
    .streams .u{stroke:#484f58}
    .streams .z{fill:#0d1117;stroke:#6e7681}
    }

    """

  // MARK: Clusters

  private mutating func writeClusters() {
    for (box, cluster) in zip(layout.clusters, graph.clusters) {
      guard let box else { continue }
      writer.line(rectangle(box, class: "u", radius: 10))
      let name = ChartText.line(cluster.name, limit: box.x.count / GraphLayout.column - 2)
      let left = box.x.lowerBound + 10
      writeText(
        name, class: "d", in: left..<(left + ChartText.width(name) * GraphLayout.column),
        baseline: box.y.lowerBound + 15)
    }
  }

  private func rectangle(_ box: GraphLayout.Box, class name: String, radius: Int) -> String {
    "<rect class=\"\(name)\" x=\"\(box.x.lowerBound)\" y=\"\(box.y.lowerBound)\" "
      + "width=\"\(box.x.count)\" height=\"\(box.y.count)\" rx=\"\(radius)\"/>"
  }

  private mutating func writeText(
    _ text: String, class name: String, in x: Range<Int>, baseline: Int, isCentered: Bool = false,
    isAtEnd: Bool = false
  ) {
    textBoxes.append(
      SVGPicture.TextBox(text: text, x: x, y: (baseline - 11)..<(baseline + 4)))
    let position =
      isCentered
      ? (x.lowerBound + x.upperBound) / 2 : isAtEnd ? x.upperBound : x.lowerBound
    let anchor = isAtEnd ? " text-anchor=\"end\"" : ""
    writer.element(
      "text class=\"\(name)\"\(anchor) x=\"\(position)\" y=\"\(baseline)\"", text)
  }

  // MARK: Edges

  /// Writes an edge: down to the end of its layer, and then in curves from layer to layer.
  private mutating func writeEdge(_ index: Int) {
    let edge = graph.edges[index]
    let path = layout.layering.paths[index]
    let target = layout.boxes[edge.to]
    var (x, y) = (layout.centers[edge.from], layout.boxes[edge.from].y.upperBound)
    var commands = "M\(x) \(y)"
    for place in path.dropFirst() {
      let layer = layout.layering.places[place].layer
      let start = layout.layerExtents[layer - 1].upperBound
      let isLast = place == path.last
      let end = isLast ? target.y.lowerBound - 7 : layout.layerExtents[layer].lowerBound
      let next = isLast ? arrival(of: index) : layout.centers[place]
      if y != start { commands += "V\(start)" }
      let middle = (start + end) / 2
      commands += x == next ? "V\(end)" : "C\(x) \(middle) \(next) \(middle) \(next) \(end)"
      (x, y) = (next, end)
    }
    let name = edge.isInner ? "l i" : "l"
    let type = edge.type.isEmpty ? "" : ": \(edge.type)"
    let title = "\(graph.nodes[edge.from].name) to \(graph.nodes[edge.to].name)\(type)"
    writer.line(
      "<g><title>\(SVGWriter.escaped(title))</title><path class=\"\(name)\" d=\"\(commands)\"/>"
        + "<path class=\"a\" d=\"M\(x - 5) \(y)h10l-5 7z\"/></g>")
  }

  /// Returns the position at which an edge arrives. The edges of one box arrive side by side, in
  /// the order in which they come.
  private func arrival(of index: Int) -> Int {
    let to = graph.edges[index].to
    let arriving = graph.edges.indices.filter { graph.edges[$0].to == to }.sorted { left, right in
      (position(of: left), left) < (position(of: right), right)
    }
    let step = min(24, (layout.boxes[to].x.count - 24) / max(1, arriving.count))
    let rank = arriving.firstIndex(of: index) ?? 0
    return layout.centers[to] + (2 * rank - arriving.count + 1) * step / 2
  }

  /// Returns the position of an edge in the layer above its end.
  private func position(of index: Int) -> Int {
    let path = layout.layering.paths[index]
    return layout.centers[path[path.count - 2]]
  }

  // MARK: Nodes

  private mutating func writeNode(_ index: Int) {
    let node = graph.nodes[index]
    let box = layout.boxes[index]
    let center = layout.centers[index]
    let place = node.place.map { " (\($0))" } ?? ""
    let words = node.parameters.isEmpty ? node.name : "\(node.name) \(node.parameters)"
    writer.line(
      "<g role=\"graphics-symbol img\"><title>\(SVGWriter.escaped(words + place))</title>")
    let color = node.cluster.map { $0 % EventOrigins.colorCount }
    switch node.kind {
    case .source, .input:
      writer.line(
        rectangle(box, class: "c\(color.map(String.init) ?? "n") w", radius: box.y.count / 2))
    case .operator: writer.line(rectangle(box, class: "b w", radius: 8))
    case .output: writer.line(rectangle(box, class: "z", radius: 8))
    }
    let lines = node.lines(limit: GraphLayout.longestText)
    for (number, line) in lines.enumerated() {
      let half = ChartText.width(line) * GraphLayout.column / 2
      let middle = (box.y.lowerBound + box.y.upperBound) / 2
      let baseline = middle + 5 + (2 * number - lines.count + 1) * 9
      writeText(
        line, class: number == 0 ? "n m" : "p m", in: (center - half)..<(center + half),
        baseline: baseline, isCentered: true)
    }
    writer.line("</g>")
    writeNotes(of: index)
  }

  /// Writes the type of the values that a node emits beside the edge, on the side that the edge
  /// does not turn to. On the other side, writes the cluster, if there is no box around it.
  private mutating func writeNotes(of index: Int) {
    let center = layout.centers[index]
    let box = layout.boxes[index]
    let next = layout.layering.places[index].below.first
    let turnsRight = next.map { layout.centers[$0] > center + 4 } ?? false
    func extent(of text: String, isLeft: Bool) -> Range<Int> {
      let width = ChartText.width(text) * GraphLayout.column
      return isLeft ? (center - 8 - width)..<(center - 8) : (center + 8)..<(center + 8 + width)
    }
    if let cluster = graph.nodes[index].cluster, layout.clusters[cluster] == nil {
      let name = ChartText.line(graph.clusters[cluster].name, limit: box.x.count / 16)
      writeText(
        name, class: "y", in: extent(of: name, isLeft: !turnsRight),
        baseline: box.y.upperBound + 15, isAtEnd: !turnsRight)
    }
    let type = layout.types[index]
    guard !type.isEmpty else { return }
    let layer = layout.layering.places[index].layer
    writeText(
      type, class: "y", in: extent(of: type, isLeft: turnsRight),
      baseline: layout.layerExtents[layer].upperBound + 16, isAtEnd: turnsRight)
  }
}
