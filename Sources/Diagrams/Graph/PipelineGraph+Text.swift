import Marbles

extension PipelineGraph {
  /// The columns of the longest text in a node.
  private static let longestText = 40

  /// The graph in the language of Graphviz.
  public var dot: String {
    var lines = [
      "digraph pipeline {", "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=10];",
    ]
    let (members, free) = membership()
    for (index, nodes) in members.enumerated() {
      lines.append("  subgraph cluster_\(index) {")
      lines.append("    label=\(Self.quoted(clusters[index].name));")
      lines += nodes.map { "    " + dotNode($0) }
      lines.append("  }")
    }
    lines += free.map { "  " + dotNode($0) }
    for edge in edges {
      var attributes: [String] = []
      if !edge.type.isEmpty { attributes.append("label=\(Self.quoted(edge.type))") }
      if edge.isInner { attributes.append("style=dashed") }
      let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  n\(edge.from) -> n\(edge.to)\(suffix);")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func dotNode(_ index: Int) -> String {
    let node = nodes[index]
    let text = node.lines(limit: Self.longestText).map(Self.escaped).joined(separator: "\\n")
    let shape =
      switch node.kind {
      case .source: ", shape=ellipse"
      case .input: ", shape=cylinder"
      case .operator: ""
      case .output: ", shape=plaintext"
      }
    return "n\(index) [label=\"\(text)\"\(shape)];"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escaped(ChartText.line(text, limit: 200)))\""
  }

  /// The graph in the language of Mermaid, which many hosts of Markdown pages show as a picture.
  public var mermaid: String {
    var lines = ["flowchart TB"]
    let (members, free) = membership()
    for (index, nodes) in members.enumerated() {
      lines.append("  subgraph c\(index)[\(Self.mermaidText([clusters[index].name]))]")
      lines += nodes.map { "    " + mermaidNode($0) }
      lines.append("  end")
    }
    lines += free.map { "  " + mermaidNode($0) }
    for edge in edges {
      let arrow = edge.isInner ? "-.->" : "-->"
      let label = edge.type.isEmpty ? "" : "|\(Self.mermaidText([edge.type]))|"
      lines.append("  n\(edge.from) \(arrow)\(label) n\(edge.to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func mermaidNode(_ index: Int) -> String {
    let node = nodes[index]
    let text = Self.mermaidText(node.lines(limit: Self.longestText))
    switch node.kind {
    case .source: return "n\(index)([\(text)])"
    case .input: return "n\(index)[(\(text))]"
    case .operator: return "n\(index)[\(text)]"
    case .output: return "n\(index)((\(text)))"
    }
  }

  /// Returns lines as one string in quotes. Characters with a meaning in Mermaid are written as
  /// numbers.
  private static func mermaidText(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      ChartText.line(line, limit: 200).reduce(into: "") { text, character in
        let isPlain =
          character.isLetter || character.isNumber || !character.isASCII
          || " .,:$()[]{}+-/=!?'_".contains(character)
        text += isPlain ? String(character) : "#\(character.unicodeScalars.first?.value ?? 63);"
      }
    }
    return "\"\(escaped.joined(separator: "<br>"))\""
  }
}
