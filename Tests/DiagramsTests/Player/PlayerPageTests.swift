import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Tracing
import Values

@testable import Diagrams

@Suite struct PlayerPageTests {
  /// Returns the JSON of a page as a browser finds it: it ends where the script element ends.
  private func data(of html: String) throws -> [String: Any] {
    let start = try #require(html.range(of: #"<script type="application/json" id="trace">"#))
    let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
    let text = Data(html[start.upperBound..<end.lowerBound].utf8)
    return try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
  }

  @Test func `the same trace makes the same page`() throws {
    let page = PlayerPage(
      title: "pipe", trace: .pipe(events: 60),
      files: [PlayerPage.File(name: "pipe.json", text: Trace.pipeText)])
    let html = try page.html
    let again = try page.html
    #expect(html == again)
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
  }

  @Test func `a page contains everything in the trace`() throws {
    let trace = Trace.pipe(events: 60)
    let data = try data(of: PlayerPage(title: "pipe", trace: trace).html)
    let events = try #require(data["events"] as? [[Any]])
    #expect(events.map { $0[0] as? Int } == trace.events.map(\.stage))
    #expect(events.map { $0[2] as? Int64 } == trace.events.map(\.instant.nanoseconds))
    #expect(events.map { $0[5] as? [Int] } == trace.events.map(\.causes))
    let texts = try #require(data["texts"] as? [String])
    let ends = try #require(data["ends"] as? [[Int]])
    #expect(ends.map { $0[0] } == trace.ends.map(\.event))
    #expect(ends.map { texts[$0[6]] } == trace.ends.map(\.text))
    #expect(ends.map { texts[$0[4]] } == trace.ends.map(\.reason.rawValue))
  }

  @Test func `values keep their digits`() throws {
    var builder = TraceBuilder()
    let source = builder.stage(.source, "sequence")
    builder.event(source, 0, .value(.double(1)))
    builder.event(source, 0, .value(.int(.max)))
    builder.event(source, 0, .failure("no luck"))
    let events = try #require(
      try data(of: PlayerPage(title: "", trace: builder.trace).html)["events"] as? [[Any]])
    #expect(events.map { $0[4] as? String } == ["1.0", "9223372036854775807", "no luck"])
  }

  @Test func `instants keep their nanoseconds, however far apart they are`() throws {
    let instants: [Int64] = [-5, 0, 1, 1 << 53, .max - 1]
    let trace = Trace(
      stages: [Trace.Stage(number: 0, role: .source, name: "sequence")],
      events: instants.enumerated().map { number, instant in
        Trace.Event(
          number: number, instant: Instant(nanoseconds: instant), stage: 0, kind: .value(.null))
      })
    let data = try data(of: PlayerPage(title: "", trace: trace).html)
    let base = try #require((data["base"] as? String).flatMap { Int128($0) })
    let events = try #require(data["events"] as? [[Any]])
    let offsets = events.map { event in
      (event[2] as? Int64).map { Int128($0) } ?? (event[2] as? String).flatMap { Int128($0) }
    }
    #expect(offsets.map { $0.map { $0 + base } } == instants.map { Int128($0) })
  }

  @Test func `times that are dates have a zone`() throws {
    var page = PlayerPage(title: "", trace: .pipe(events: 3))
    #expect(try data(of: page.html)["zone"] is NSNull)
    page.dates = ChartDates(text: { _ in "" }, offset: { _ in -3_600_000_000_000 })
    #expect(try data(of: page.html)["zone"] as? String == "-3600000000000")
  }

  @Test func `no title, name, value or file becomes markup`() throws {
    func page(_ text: String) -> PlayerPage {
      var builder = TraceBuilder()
      let source = builder.stage(.source, text, text)
      let end = builder.stage(.operator, text, text, from: [source])
      let event = builder.event(source, 0, .value([.string(Text(text))]))
      builder.event(source, 1, .failure(text))
      builder.end(event, in: end, 1, .dropped, text)
      builder.trace.stages[0].definition = text
      builder.trace.events[0].record = Trace.Record(input: text, source: text, line: 1)
      return PlayerPage(
        title: text, trace: builder.trace, files: [PlayerPage.File(name: text, text: text)])
    }
    let tags = try tagCount(of: page("plain").html)
    var random = SplitMix64(seed: 23)
    for round in 0..<1_000 {
      let text = HostileText.make(using: &random)
      let page = page(text)
      let json = try PlayerData(runs: RunRows(page.trace), files: page.files).text
      #expect(!json.utf8.contains(UInt8(ascii: "<")), "round \(round): \(text)")
      let data = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let file = try #require((data?["files"] as? [[String: String]])?.first)
      #expect(file == ["name": text, "text": text], "round \(round)")
      // The rest of a page is the same each time, except for its title.
      if round % 40 == 0 {
        let html = try page.html
        #expect(tagCount(of: html) == tags, "round \(round): \(text)")
        #expect(try self.data(of: html)["base"] as? String == "0")
      }
    }
  }

  private func tagCount(of html: String) -> Int {
    html.utf8.count { $0 == UInt8(ascii: "<") }
  }
}

/// Text that tries to break out of its place in a page.
enum HostileText {
  private static let parts = [
    "</script>", "<script>window.hit = 1</script>", "<!--", "-->", "]]>", "<img src=x ",
    "onerror=window.hit=1>", "\" onload=\"window.hit = 1", "'", "\"", "&lt;", "&", "<", ">", "\\",
    "\\u003c", "\u{2028}", "\u{2029}", "\u{0}", "\r", "\n", "\u{202E}", "${1}", "`",
    "{title}", "\\(1)", "é", "👩‍👩‍👧", "</style>", "</title>", "<svg onload=window.hit=1>",
    "javascript:window.hit=1", "%3Cscript%3E", "]]}", "\u{1B}[31m",
  ]

  static func make(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...6, using: &random))
      .compactMap { _ in parts.randomElement(using: &random) }
      .joined()
  }
}
