import Foundation
import FoundationXML
import Testing

@testable import stream_bench

struct GrowthTests {
  @Test func `the slope of a cost is its power`() {
    let square = MeasuredLine(
      name: "", steepest: 1,
      points: [10, 100, 1_000].map { ($0, 3 * Double($0) * Double($0)) })
    #expect(abs(square.slope - 2) < 1e-9)
    #expect(abs(square.slopeAtEnd - 2) < 1e-9)
    let flat = MeasuredLine(name: "", steepest: 1, points: [(10, 4), (100, 4), (1_000, 40)])
    #expect(abs(flat.slope - 0.5) < 1e-9)
    #expect(abs(flat.slopeAtEnd - 1) < 1e-9)
  }

  @Test func `an axis extends over whole powers of ten`() {
    let scale = DecadeScale([20, 700, 2_000], from: 100, to: 400)
    #expect(scale.decades == [1, 2, 3, 4])
    #expect(scale.place(ofPower: 1) == 100)
    #expect(scale.place(ofPower: 3) == 300)
    #expect(scale.place(ofPower: 4) == 400)
  }

  @Test func `powers of ten are written in short form`() {
    #expect(
      [-2, 0, 2, 3, 5, 6, 10].map(DecadeScale.name(ofPower:)) == [
        "0.01", "1", "100", "1k", "100k", "1M", "10G",
      ])
    #expect(
      [1, 3, 8, 9].map(DecadeScale.duration(ofPower:)) == [
        "10 ns", "1 µs", "100 ms", "1 s",
      ])
  }

  /// The larger sizes are for a release build.
  @Test(arguments: ["items", "operators", "pending", "depth"])
  func `a sweep measures its smallest size`(_ name: String) throws {
    let sweep = try #require(Sweep.all.first { $0.name == name })
    for line in sweep.lines {
      let cost = try line.cost(line.sizes[0])
      #expect(cost > 0 && cost < 1e10)
    }
  }

  @Test func `the picture is XML with a panel for each sweep`() throws {
    let panels = Sweep.all.map { sweep in
      GrowthPanel(
        sweep: sweep,
        lines: sweep.lines.map { line in
          MeasuredLine(
            name: line.name, steepest: line.steepest,
            points: line.sizes.map { ($0, 100 + Double($0)) })
        })
    }
    let counter = ElementCounter()
    let parser = XMLParser(data: .init(GrowthPicture(panels: panels).text.utf8))
    parser.delegate = counter
    #expect(parser.parse())
    #expect(counter.counts["g"] == Sweep.all.count)
    #expect(counter.counts["circle"] == Sweep.all.flatMap(\.lines).flatMap(\.sizes).count)
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[element, default: 0] += 1
  }
}
