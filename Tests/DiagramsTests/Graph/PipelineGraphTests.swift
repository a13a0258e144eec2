import Foundation
import FoundationXML
import TestSupport
import Testing
import Tracing

@testable import Diagrams

@Suite struct PipelineGraphTests {
  private let graph = PipelineGraph(
    stages: SampleTraces.sensors.stages,
    types: ["int", "int", "int", "list(dyn)", "dyn", "dyn", ""])

  @Test func `stages are nodes, and streams are edges with their types`() {
    #expect(
      graph.nodes.map(\.name) == [
        "marbles", "filter", "marbles", "zip", "map", "merge", "output",
      ])
    #expect(
      graph.edges.map { [$0.from, $0.to] } == [
        [0, 1], [1, 3], [2, 3], [3, 4], [0, 5], [4, 5], [5, 6],
      ])
    #expect(graph.edges.map(\.type) == ["int", "int", "int", "list(dyn)", "int", "", ""])
    #expect(graph.clusters.map(\.name) == ["inside", "outside"])
  }

  @Test func `Graphviz shows definitions as clusters`() {
    #expect(
      graph.dot == """
        digraph pipeline {
          node [shape=box, style=rounded, fontname="Helvetica"];
          edge [fontname="Helvetica", fontsize=10];
          subgraph cluster_0 {
            label="inside";
            n0 [label="marbles", shape=ellipse];
          }
          subgraph cluster_1 {
            label="outside";
            n2 [label="marbles", shape=ellipse];
          }
          n1 [label="filter\\n$0 > 21"];
          n3 [label="zip"];
          n4 [label="map\\n$0[0] - $0[1]"];
          n5 [label="merge"];
          n6 [label="output", shape=plaintext];
          n0 -> n1 [label="int"];
          n1 -> n3 [label="int"];
          n2 -> n3 [label="int"];
          n3 -> n4 [label="list(dyn)"];
          n0 -> n5 [label="int"];
          n4 -> n5;
          n5 -> n6;
        }

        """)
  }

  @Test func `Mermaid shows definitions as subgraphs, and special characters as numbers`() {
    #expect(
      graph.mermaid == """
        flowchart TB
          subgraph c0["inside"]
            n0(["marbles"])
          end
          subgraph c1["outside"]
            n2(["marbles"])
          end
          n1["filter<br>$0 #62; 21"]
          n3["zip"]
          n4["map<br>$0[0] - $0[1]"]
          n5["merge"]
          n6(("output"))
          n0 -->|"int"| n1
          n1 -->|"int"| n3
          n2 -->|"int"| n3
          n3 -->|"list(dyn)"| n4
          n0 -->|"int"| n5
          n4 --> n5
          n5 --> n6

        """)
  }

  @Test func `an input has its own shape, and an inner stream a dashed edge`() {
    let graph = PipelineGraph(stages: [
      Trace.Stage(number: 0, role: .source, name: "input", parameters: "a \"log\""),
      Trace.Stage(number: 1, role: .source, name: "marbles"),
      Trace.Stage(number: 2, role: .operator, name: "switchMap", inputs: [0], inner: [1]),
    ])
    #expect(graph.nodes[0].kind == .input)
    #expect(graph.dot.contains(#"n0 [label="a \"log\"", shape=cylinder];"#))
    #expect(graph.dot.contains("n1 -> n2 [style=dashed];"))
    #expect(graph.mermaid.contains("n0[(\"a #34;log#34;\")]"))
    #expect(graph.mermaid.contains("n1 -.-> n2"))
    #expect(graph.svg().contains("class=\"l i\""))
  }

  /// Returns a graph of stages that each receive from some of the previous ones.
  private static func random(_ seed: UInt64, count: Int) -> PipelineGraph {
    var random = SplitMix64(seed: seed)
    return PipelineGraph(
      stages: (0..<count).map { number in
        let inputs = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
          number == 0 ? nil : Int.random(in: max(0, number - 9)..<number, using: &random)
        }
        return Trace.Stage(
          number: number, role: inputs.isEmpty ? .source : .operator,
          name: String(repeating: "n", count: Int.random(in: 1...20, using: &random)),
          parameters: number % 3 == 0 ? "$0 < \(number)" : "",
          inputs: inputs.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
          definition: number % 5 == 0 ? "part \(number / 10)" : nil)
      }, types: (0..<count).map { $0 % 2 == 0 ? "map(string, dyn)" : "dyn" })
  }

  @Test func `no box overlaps another, and edges lead down, around boxes`() {
    for seed in 0..<40 {
      let graph = Self.random(UInt64(seed), count: 1 + seed)
      let layout = GraphLayout(graph)
      for (index, box) in layout.boxes.enumerated() {
        #expect(box.x.lowerBound >= 0 && box.x.upperBound <= layout.width)
        #expect(box.y.lowerBound >= 0 && box.y.upperBound <= layout.height)
        for other in layout.boxes[(index + 1)...] { #expect(!box.overlaps(other)) }
      }
      for (edge, path) in zip(graph.edges, layout.layering.paths) {
        #expect(path.first == edge.from && path.last == edge.to)
        let layers = path.map { layout.layering.places[$0].layer }
        #expect(zip(layers, layers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        for place in path.dropFirst().dropLast() {
          let x = layout.centers[place]
          let layer = layout.layering.places[place].layer
          for index in graph.nodes.indices where layout.layering.places[index].layer == layer {
            #expect(!layout.boxes[index].x.contains(x))
          }
        }
      }
    }
  }

  @Test func `no text of a graph overlaps another`() throws {
    for seed in 0..<40 {
      let graph = Self.random(UInt64(seed), count: 1 + seed)
      let picture = SVGGraph(GraphLayout(graph), title: "a & b")
      for (index, box) in picture.textBoxes.enumerated() {
        for other in picture.textBoxes[(index + 1)...] where box.y.overlaps(other.y) {
          #expect(!box.x.overlaps(other.x), "\(seed): \(box) and \(other)")
        }
      }
      let parser = XMLParser(data: Data(picture.text.utf8))
      #expect(parser.parse())
      #expect(SVGGraph(GraphLayout(graph), title: "a & b").text == picture.text)
    }
  }

  @Test func `a graph without stages is empty`() {
    let graph = PipelineGraph(stages: [])
    #expect(graph.mermaid == "flowchart TB\n")
    #expect(graph.svg().hasPrefix("<svg"))
  }
}
