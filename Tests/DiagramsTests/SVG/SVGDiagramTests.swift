import Diagrams
import Foundation
import FoundationXML
import Testing
import Tracing

@testable import Diagrams

@Suite struct SVGDiagramTests {
  private static let widths = [320, 480, 960, 1440]

  @Test(arguments: SampleTraces.all.map(\.name), widths)
  func `no text overlaps another, and all are in the picture`(name: String, width: Int) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let diagram = SVGDiagram(width: width)
    let picture = diagram.picture(of: trace)
    let boxes = picture.textBoxes
    #expect(!boxes.isEmpty)
    for (index, box) in boxes.enumerated() {
      #expect(box.x.lowerBound >= 0 && box.x.upperBound <= width, "\(box)")
      for other in boxes[(index + 1)...] where box.y.overlaps(other.y) {
        #expect(!box.x.overlaps(other.x), "\(box) and \(other)")
      }
    }
  }

  @Test(arguments: SampleTraces.all.map(\.name), widths)
  func `no mark extends beyond the picture, or over another`(name: String, width: Int) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let room = width - PictureLayout.origin(laneCount: 0) - PictureLayout.right
    let layout = DiagramLayout(
      RunRows(trace), options: DiagramOptions(), metrics: .picture(room: room))
    for row in layout.rows {
      for mark in row.content.marks {
        #expect(mark.extent.lowerBound > -PictureLayout.origin(laneCount: 0))
        #expect(mark.extent.upperBound < room + PictureLayout.right)
      }
      for (mark, next) in zip(row.content.marks, row.content.marks.dropFirst()) {
        #expect(mark.extent.upperBound <= next.extent.lowerBound)
      }
    }
  }

  @Test(arguments: SampleTraces.all.map(\.name))
  func `a picture is well-formed, and the same every time`(name: String) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let diagram = SVGDiagram(title: "\(name) & <others>")
    let text = diagram.text(of: trace)
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(diagram.text(of: trace) == text)
    #expect(text.contains("<title>\(name) &amp; &lt;others&gt;</title>"))
    #expect(text.split(separator: "\n").allSatisfy { !$0.contains("\0") })
  }

  @Test func `titles describe the causes of an event, and where it ended`() {
    let text = SVGDiagram().text(of: SampleTraces.sensors)
    #expect(text.contains("<title>[22, 9] at 3s, because of 22 at 3s, 9 at 1s</title>"))
    let quiet = SVGDiagram().text(of: SampleTraces.silence)
    #expect(quiet.contains("<title>shut at 5s; 'filter' is false for it</title>"))
  }

  @Test func `marks are linked to their consequences`() {
    let layout = DiagramLayout(
      RunRows(SampleTraces.search), options: DiagramOptions(), metrics: .picture(room: 800))
    #expect(layout.rows.count == 2)
    #expect(
      layout.links
        == (0..<2).map { .init(fromRow: 0, fromMark: $0 + 2, toRow: 1, toMark: $0) })
  }

  @Test func `links lead through stages without a row`() {
    let layout = DiagramLayout(
      RunRows(SampleTraces.sensors), options: DiagramOptions(stages: .named(["marbles", "map"])),
      metrics: .picture(room: 800))
    #expect(
      layout.rows.map(\.title.text) == [
        "inside › marbles", "outside › marbles", "map $0[0] - $0[1]", "output",
      ])
    let intoMap = layout.links.filter { $0.toRow == 2 }
    #expect(intoMap.map(\.fromRow) == [0, 1, 0, 1, 0, 1])
    #expect(intoMap.map(\.toMark) == [0, 0, 1, 1, 2, 2])
  }

  @Test func `four thousand events are a small picture`() {
    let text = SVGDiagram().text(of: SampleTraces.steps(4000))
    #expect(text.utf8.count < 100_000)
    #expect(text.contains("4000 values, "))
  }
}
