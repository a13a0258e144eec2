import Diagrams
import Foundation
import Testing

/// The pictures in `Fixtures`, byte for byte.
///
/// `STREAMS_WRITE_FIXTURES=1 swift test --filter SVGFixtureTests` rewrites them. Review each one
/// that changes.
@Suite struct SVGFixtureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")
  private static let rewrites =
    ProcessInfo.processInfo.environment["STREAMS_WRITE_FIXTURES"] == "1"

  @Test(arguments: SampleTraces.all.map(\.name))
  func `a picture is the one that was reviewed`(name: String) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let text = SVGDiagram(title: name).text(of: trace)
    let file = Self.folder.appendingPathComponent("\(name).svg")
    if Self.rewrites { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
